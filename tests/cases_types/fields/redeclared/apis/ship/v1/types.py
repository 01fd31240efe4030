from dataclasses import dataclass


@dataclass
class Cargo:
    name: str
    weight: float
    value: int


@dataclass
class Crew:
    name: str
    weight: int
    rank: str
