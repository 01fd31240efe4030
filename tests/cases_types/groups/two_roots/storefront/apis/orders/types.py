from dataclasses import dataclass


@dataclass
class Order:  # holds: hub-type-differs
    amount: int
