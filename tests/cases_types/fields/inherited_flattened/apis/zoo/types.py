from dataclasses import dataclass


@dataclass
class Named:
    name: str
    age: int


@dataclass
class Cage(Named):  # holds: hub-type-differs
    bars: int


@dataclass
class Pool(Named):  # expect: hub-type-differs
    depth: float


@dataclass
class Barn(Named):  # expect: hub-type-differs[hay]
    height: float
