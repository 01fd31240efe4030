from dataclasses import dataclass


@dataclass
class Seat:  # holds: hub-type-differs
    number: int


@dataclass
class Wagon:  # holds: hub-type-differs
    seats: list[Seat]
