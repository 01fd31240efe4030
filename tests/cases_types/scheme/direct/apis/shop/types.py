from dataclasses import dataclass

from apis.meta import ListMeta, ObjectMeta


@dataclass
class OrderSpec:
    amount: int


@dataclass
class Order:  # holds: type-not-registered
    metadata: ObjectMeta
    spec: OrderSpec


@dataclass
class OrderList:  # holds: type-not-registered
    metadata: ListMeta
    items: list[Order]


@dataclass
class Voucher:  # expect: type-not-registered
    metadata: ObjectMeta
    code: str
