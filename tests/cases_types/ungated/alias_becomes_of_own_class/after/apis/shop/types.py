from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
