from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    note: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
