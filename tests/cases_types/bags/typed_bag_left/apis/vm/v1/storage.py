from dataclasses import dataclass, field

from bags import PropertyBag


@dataclass
class Disk:
    size: int
    extra: PropertyBag = field(default_factory=PropertyBag)
