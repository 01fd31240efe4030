from dataclasses import dataclass


@dataclass
class Rack:
    height: int
