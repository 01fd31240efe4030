from dataclasses import dataclass

__all__ = ["Page"]


@dataclass
class Shelf:
    number: int


@dataclass
class Page:
    number: int
