from dataclasses import dataclass


@dataclass
class OrderStatus:
    phase: str
