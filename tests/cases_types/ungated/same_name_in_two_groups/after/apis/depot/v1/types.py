from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str
    bay: int


@dataclass
class Order:
    name: str
    spec: OrderSpec
