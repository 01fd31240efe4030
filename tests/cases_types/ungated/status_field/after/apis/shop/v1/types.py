from dataclasses import dataclass


@dataclass
class OrderStatus:
    phase: str
    message: str = ""  # expect: ungated-new-field[message]
    _cached: int = 0  # undecided: ungated-new-field
