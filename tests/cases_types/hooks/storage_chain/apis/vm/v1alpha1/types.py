from dataclasses import dataclass


@dataclass
class Disk:
    size: str
