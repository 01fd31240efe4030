import msgspec


class Base(msgspec.Struct, kw_only=True):
    name: str


class Station(Base, rename="camel"):  # expect: hub-type-differs
    frequency: float


class Antenna(msgspec.Struct, frozen=True):  # expect: hub-type-differs
    height: int


class Dial(msgspec.Struct, tag="dial", omit_defaults=True):  # holds: hub-type-differs
    low: int
    high: int = 0
