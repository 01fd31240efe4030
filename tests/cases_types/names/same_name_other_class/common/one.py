from dataclasses import dataclass


@dataclass
class Quantity:
    value: int  # expect: hub-type-differs[value]
