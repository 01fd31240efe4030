from dataclasses import dataclass


@dataclass
class Machine:
    size: str


@dataclass
class Disk:
    size: int


@dataclass
class Network:
    cidr: str
