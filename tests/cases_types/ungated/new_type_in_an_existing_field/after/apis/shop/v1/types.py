from dataclasses import dataclass


@dataclass
class Address:
    city: str
    street: str


@dataclass
class OrderSpec:
    customer: str
    address: Address | None = None  # expect: ungated-new-field[address]


@dataclass
class Order:  # holds: ungated-new-field
    name: str
    spec: OrderSpec
