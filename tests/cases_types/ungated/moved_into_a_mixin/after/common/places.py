from dataclasses import dataclass


@dataclass
class Placed:
    address: str
    city: str
