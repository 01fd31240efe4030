from dataclasses import dataclass


@dataclass
class Basket:
    owner: str = ""
    pieces: int = 0
    colour: str = ""
