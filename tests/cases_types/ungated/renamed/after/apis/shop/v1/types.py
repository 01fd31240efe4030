from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str  # expect: ungated-new-field[customer]


@dataclass
class Order:
    name: str
    spec: OrderSpec
