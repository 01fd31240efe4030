from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
