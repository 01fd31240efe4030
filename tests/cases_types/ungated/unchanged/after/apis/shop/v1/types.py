from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str = "none"


@dataclass
class Order:  # holds: ungated-new-field
    name: str
    spec: OrderSpec
