from dataclasses import dataclass


@dataclass
class Train:
    number: int
