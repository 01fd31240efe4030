from dataclasses import dataclass


@dataclass
class Disk:
    size: int
