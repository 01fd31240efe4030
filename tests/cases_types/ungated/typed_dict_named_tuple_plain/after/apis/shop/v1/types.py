from typing import NamedTuple, TypedDict


class Kite(TypedDict, total=False):
    colour: str
    tail: int  # expect: ungated-new-field[tail]


class Glider(NamedTuple):
    span: int
    pilot: str = ""  # expect: ungated-new-field[pilot]


class Balloon:
    __slots__ = ("volume", "basket")
    volume: int
    basket: int  # expect: ungated-new-field[basket]


class Zeppelin:
    length: int
    # +featureGate=Gondola
    gondola: str
