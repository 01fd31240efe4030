from dataclasses import KW_ONLY, dataclass, field


@dataclass
class Herd:  # holds: hub-type-differs
    kind_of: str
    _: KW_ONLY
    size: int = 0
    cows: int = 0


@dataclass(kw_only=True)
class Field:  # holds: hub-type-differs
    crop: str = "rye"
    acres: float


@dataclass
class Silo:  # holds: hub-type-differs
    level: int = field(default=0, kw_only=True)
    grain: str = ""
