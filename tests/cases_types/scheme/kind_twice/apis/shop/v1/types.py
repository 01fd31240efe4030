from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Order:
    metadata: ObjectMeta


@dataclass
class Purchase:
    metadata: ObjectMeta


@dataclass
class Voucher:
    metadata: ObjectMeta
