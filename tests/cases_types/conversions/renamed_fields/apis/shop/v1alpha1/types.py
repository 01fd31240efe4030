from dataclasses import dataclass


@dataclass
class Basket:
    owner: str = ""
    count: int = 0
    colour: str = ""
