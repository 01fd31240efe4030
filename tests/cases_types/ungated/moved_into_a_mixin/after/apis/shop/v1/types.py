from dataclasses import dataclass

from common.places import Placed


@dataclass
class OrderSpec(Placed):  # holds: ungated-new-field
    customer: str


@dataclass
class Order:
    name: str
    spec: OrderSpec
