from dataclasses import dataclass


@dataclass
class Herd:
    kind_of: str
    size: int = 0
    cows: int = 0


@dataclass
class Field:
    crop: str
    acres: float


@dataclass
class Silo:
    level: int
    grain: str
