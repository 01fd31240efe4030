from dataclasses import dataclass


@dataclass
class Cart:
    owner: str


@dataclass
class Till:
    cash: int


@dataclass
class Door:
    open: bool


@dataclass
class Lamp:
    watts: int
