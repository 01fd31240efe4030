import attrs
import msgspec


@attrs.define
class Kite:
    colour: str
    tail: int | None = attrs.field(default=None, metadata={"feature_gate": "KiteTail"})
    line: int = attrs.field(default=0)  # expect: ungated-new-field[line]


class Glider(msgspec.Struct):
    span: int
    pilot: str | None = None  # expect: ungated-new-field[pilot]
    # +featureGate=GliderCargo
    cargo: str | None = None
