from dataclasses import dataclass


@dataclass
class Quantity:
    value: int
