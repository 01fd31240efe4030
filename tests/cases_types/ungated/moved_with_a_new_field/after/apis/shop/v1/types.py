from dataclasses import dataclass

from apis.shop.v1.parts import OrderSpec as OrderSpec


@dataclass
class Order:  # holds: ungated-new-field
    name: str
    spec: OrderSpec
