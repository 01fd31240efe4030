from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    priority: int | None = None  # expect: ungated-new-field[priority]


@dataclass
class Order:  # holds: ungated-new-field
    name: str
    spec: OrderSpec
