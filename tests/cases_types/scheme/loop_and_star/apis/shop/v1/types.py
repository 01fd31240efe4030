from dataclasses import dataclass

from apis.meta import ListMeta, ObjectMeta


@dataclass
class Order:  # holds: type-not-registered
    metadata: ObjectMeta


@dataclass
class OrderList:  # holds: type-not-registered
    metadata: ListMeta
    items: list[Order]


@dataclass
class Voucher:  # holds: type-not-registered
    metadata: ObjectMeta


@dataclass
class VoucherList:  # holds: type-not-registered
    metadata: ListMeta
    items: list[Voucher]


@dataclass
class Refund:  # expect: type-not-registered
    metadata: ObjectMeta
