import attr
import attrs


@attrs.define
class Beam:
    length: int
    joints: list[str] = attrs.Factory(list)


@attrs.define
class Bolt:
    size: int


@attr.frozen
class Nut:
    size: int


@attrs.define
class Plate:
    width: int


@attr.mutable
class Sheet:
    width: int = attr.ib(default=1)


@attr.dataclass
class Rod:
    width: int
    gauge: int = attr.ib(default=1)
