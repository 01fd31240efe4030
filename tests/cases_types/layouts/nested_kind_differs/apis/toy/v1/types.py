from dataclasses import dataclass


@dataclass
class Wheel:
    size: int


@dataclass
class Truck:
    wheels: list[Wheel]
