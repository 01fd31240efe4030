from dataclasses import dataclass

from apis.loom.v1.bases import Base, Wide


class Yarn:
    __slots__ = ("colour", "weight")
    colour: str
    weight: int


@dataclass(slots=True)
class Loom(Base):
    width: int


@dataclass(slots=True)
class Warp(Wide):
    count: int


@dataclass
class Weft:
    name: str
    width: int
