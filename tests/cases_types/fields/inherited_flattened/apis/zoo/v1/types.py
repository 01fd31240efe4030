from dataclasses import dataclass


@dataclass
class Cage:
    name: str
    age: int
    bars: int


@dataclass
class Pool:
    depth: float
    name: str
    age: int


@dataclass
class Barn:
    name: str
    age: int
    height: float
    hay: str
