from dataclasses import dataclass


@dataclass
class Machine:
    size: str
