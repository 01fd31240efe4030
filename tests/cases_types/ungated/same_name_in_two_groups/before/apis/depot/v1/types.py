from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    bay: int


@dataclass
class Order:
    name: str
    spec: OrderSpec
