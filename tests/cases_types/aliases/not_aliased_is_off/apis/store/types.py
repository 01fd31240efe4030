from dataclasses import dataclass


@dataclass
class Cart:  # holds: hub-type-differs
    owner: str
