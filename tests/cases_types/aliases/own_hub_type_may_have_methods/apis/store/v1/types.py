from dataclasses import dataclass


@dataclass
class Cart:
    owner: str
