from dataclasses import dataclass


@dataclass
class Named:
    name: str


@dataclass
class Order(Named):
    amount: int
