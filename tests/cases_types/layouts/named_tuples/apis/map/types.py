from typing import NamedTuple


class Place(NamedTuple):  # holds: hub-type-differs
    north: float
    east: float
    name: str = ""


class Area(NamedTuple):
    corner: Place
    size: tuple[int, int]  # expect: hub-type-differs[size]
