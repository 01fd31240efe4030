from dataclasses import dataclass


class Thread:
    __slots__ = ("colour",)
    colour: str


class Yarn(Thread):  # expect: hub-type-differs
    __slots__ = ("weight",)
    weight: int


@dataclass(slots=True)
class Named:
    name: str


@dataclass(slots=True)
class Loom(Named):  # holds: hub-type-differs
    width: int


@dataclass(slots=True)
class Warp(Named):  # expect: hub-type-differs
    width: int
    count: int


@dataclass
class Labelled:
    name: str


@dataclass
class Weft(Labelled):  # holds: hub-type-differs
    width: int
