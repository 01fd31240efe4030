from dataclasses import dataclass, field
from typing import Optional


@dataclass
class OrderSpec:
    customer: str
    quantity: Optional[int] = None
    paused: bool | None = None
    lines: list[str] = field(default_factory=list)


@dataclass
class Order:
    name: str
    spec: OrderSpec
