from dataclasses import dataclass


@dataclass
class Named:
    name: str
    alias: str  # either: ungated-new-field[alias]


@dataclass
class Order(Named):  # either: ungated-new-field[alias]
    amount: int
