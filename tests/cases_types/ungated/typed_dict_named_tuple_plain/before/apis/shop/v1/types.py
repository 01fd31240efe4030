from typing import NamedTuple, TypedDict


class Kite(TypedDict):
    colour: str


class Glider(NamedTuple):
    span: int


class Balloon:
    __slots__ = ("volume",)
    volume: int


class Zeppelin:
    length: int
