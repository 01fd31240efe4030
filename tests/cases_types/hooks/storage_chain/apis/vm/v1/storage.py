from dataclasses import dataclass


@dataclass
class Machine:
    size: str


@dataclass
class Disk:
    size: str
