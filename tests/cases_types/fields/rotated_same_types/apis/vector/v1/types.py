from typing import NamedTuple


class Point(NamedTuple):
    y: float
    z: float
    x: float
