from dataclasses import dataclass


@dataclass
class Nest:
    eggs: int


@dataclass(frozen=True)
class Egg:
    colour: str


@dataclass(frozen=True)
class Tree:
    nests: list[Nest]
