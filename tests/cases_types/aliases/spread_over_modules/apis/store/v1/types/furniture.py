from dataclasses import dataclass


@dataclass
class Shelf:  # holds: hub-type-missing
    size: int
