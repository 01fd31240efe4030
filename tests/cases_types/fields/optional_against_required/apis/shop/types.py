"""Orders as the shop's server holds them."""

from dataclasses import dataclass, field


@dataclass
class OrderSpec:
    customer: str
    quantity: int  # expect: hub-type-differs[quantity]
    paused: bool = False  # expect: hub-type-differs[paused]
    lines: list[str] = field(default_factory=list)


@dataclass
class Order:
    name: str
    spec: OrderSpec
