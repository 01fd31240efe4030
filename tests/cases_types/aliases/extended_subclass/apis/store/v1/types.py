from dataclasses import dataclass


@dataclass
class Cart:
    owner: str


@dataclass
class Till:
    cash: int
