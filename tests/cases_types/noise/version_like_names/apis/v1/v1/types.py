from dataclasses import dataclass


@dataclass
class Plan:
    name: str
