from dataclasses import dataclass


@dataclass
class Voucher:
    code: str
    amount: int


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
