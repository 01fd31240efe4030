from dataclasses import dataclass


@dataclass
class Quota:  # expect: hub-type-differs
    count: int
    label: str
    hard: bool
