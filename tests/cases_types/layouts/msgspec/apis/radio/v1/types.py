from msgspec import Struct


class Station(Struct):
    name: str
    frequency: float


class Antenna(Struct):
    height: int


class Dial(Struct):
    low: int
    high: int = 108
