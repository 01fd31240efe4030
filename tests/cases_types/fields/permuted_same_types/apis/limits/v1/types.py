from dataclasses import dataclass


@dataclass
class Limits:
    maximum: int
    minimum: int
    unit: str
