from dataclasses import dataclass


@dataclass
class Engine:
    power: int
