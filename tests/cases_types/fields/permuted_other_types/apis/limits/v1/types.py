from dataclasses import dataclass


@dataclass
class Quota:
    label: str
    count: int
    hard: bool
