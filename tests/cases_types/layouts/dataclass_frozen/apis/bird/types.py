from dataclasses import dataclass


@dataclass(frozen=True)
class Nest:  # expect: hub-type-differs
    eggs: int


@dataclass(frozen=True, eq=False)
class Egg:  # holds: hub-type-differs
    colour: str


@dataclass
class Tree:  # expect: hub-type-differs
    nests: list[Nest]
