import dataclasses
from dataclasses import dataclass


@dataclass
class Cart:
    load: int


@dataclasses.dataclass(slots=True)
class Shaft:
    depth: int


@dataclasses.dataclass(repr=False, slots=True)
class Lamp:
    oil: int


@dataclass()
class Pick:
    length: int
