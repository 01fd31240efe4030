from dataclasses import dataclass


@dataclass
class Item:
    sku: str


@dataclass
class Cart:
    owner: str


@dataclass
class Shelf:
    width: int


@dataclass
class Door:
    open: bool
