import typing


class Place(typing.NamedTuple):
    north: float
    east: float
    name: str = "?"


class Area(typing.NamedTuple):
    corner: Place
    size: "tuple[int, ...]"
