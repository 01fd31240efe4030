from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    priority: int = 0  # expect: ungated-new-field[priority]
