from dataclasses import dataclass


@dataclass(slots=True)
class Cart:  # expect: hub-type-differs
    load: int


@dataclass
class Shaft:  # expect: hub-type-differs
    depth: int


@dataclass(slots=True)
class Lamp:  # holds: hub-type-differs
    oil: int


@dataclass(slots=False)
class Pick:  # holds: hub-type-differs
    length: int
