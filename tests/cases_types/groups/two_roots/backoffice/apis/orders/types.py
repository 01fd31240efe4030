from dataclasses import dataclass


@dataclass
class Order:
    amount: float  # expect: hub-type-differs[amount]
