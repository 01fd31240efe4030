from typing import NamedTuple


class Point(NamedTuple):  # expect: hub-fields-permuted; hub-type-differs
    x: float
    y: float
    z: float
