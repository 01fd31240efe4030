from dataclasses import dataclass


@dataclass
class Cart:  # holds: hub-type-missing
    owner: str


@dataclass
class Shelf:
    width: int


@dataclass
class Till:
    cash: int


@dataclass
class Door:
    open: bool


@dataclass
class Lamp:
    watts: int
