from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
