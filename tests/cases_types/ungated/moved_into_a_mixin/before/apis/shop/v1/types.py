from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    address: str
    city: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
