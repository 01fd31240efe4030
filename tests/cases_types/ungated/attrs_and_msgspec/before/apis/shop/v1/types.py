import attrs
import msgspec


@attrs.define
class Kite:
    colour: str


class Glider(msgspec.Struct):
    span: int
