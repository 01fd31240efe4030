from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    bay: int  # expect: ungated-new-field[bay]


@dataclass
class Order:
    name: str
    spec: OrderSpec
