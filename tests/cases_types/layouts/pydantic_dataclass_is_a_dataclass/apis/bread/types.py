from dataclasses import dataclass


@dataclass
class Loaf:  # holds: hub-type-differs
    grams: int


@dataclass
class Roll:  # expect: hub-type-differs
    grams: int


@dataclass
class Bun:  # expect: hub-type-differs
    grams: int
