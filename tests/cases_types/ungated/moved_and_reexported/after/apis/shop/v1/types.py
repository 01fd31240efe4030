from dataclasses import dataclass

from apis.shop.v1.parts import OrderSpec


@dataclass
class Order:  # holds: ungated-new-field
    name: str
    spec: OrderSpec
