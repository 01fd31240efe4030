from dataclasses import dataclass


@dataclass
class Seat:
    number: int
