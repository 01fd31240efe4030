from dataclasses import dataclass


@dataclass
class Cart:  # holds: hub-type-missing
    owner: str


@dataclass
class CartList:  # holds: hub-type-missing
    items: list[Cart]
