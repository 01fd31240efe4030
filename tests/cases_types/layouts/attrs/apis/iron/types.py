import attr
import attrs
from attrs import define, field, frozen


@define
class Beam:  # holds: hub-type-differs
    length: int
    joints: list[str] = field(factory=list)


@frozen
class Bolt:  # expect: hub-type-differs
    size: int


@attrs.define(frozen=True)
class Nut:  # holds: hub-type-differs
    size: int


@attr.s(auto_attribs=True)
class Plate:  # expect: hub-type-differs
    width: int


@attr.s(auto_attribs=True, slots=True)
class Sheet:  # holds: hub-type-differs
    width: int


@define(slots=False)
class Rod:  # holds: hub-type-differs
    width: int
    gauge: int = attrs.field(default=0)
