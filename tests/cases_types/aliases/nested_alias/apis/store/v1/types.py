from dataclasses import dataclass


@dataclass
class Item:
    sku: str


@dataclass
class Cart:
    items: list[Item]
    note: str
