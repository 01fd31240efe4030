from dataclasses import dataclass


@dataclass
class Order:
    amount: str
