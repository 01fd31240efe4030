from dataclasses import dataclass


@dataclass
class Cart:  # holds: hub-type-missing
    items: list[str]
