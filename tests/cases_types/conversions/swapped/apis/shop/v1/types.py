from dataclasses import dataclass


@dataclass
class Range:
    low: int = 0
    high: int = 0
