from dataclasses import dataclass


@dataclass
class Numbers:
    key: str
    value: int
    unit: str


@dataclass
class Swapped:
    key: int
    value: str
    unit: int


@dataclass
class Wrong:
    key: str
    value: float
    unit: str
