from dataclasses import dataclass


@dataclass
class OrderSpec:
    client: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
