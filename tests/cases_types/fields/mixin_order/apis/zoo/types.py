from dataclasses import dataclass


@dataclass
class Labelled:
    labels: dict[str, str]


@dataclass
class Sized:
    width: int
    height: int


@dataclass
class Crate(Labelled, Sized):  # holds: hub-type-differs
    content: str


@dataclass
class Box(Sized, Labelled):  # expect: hub-type-differs
    content: str
