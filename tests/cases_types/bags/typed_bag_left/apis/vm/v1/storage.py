from dataclasses import dataclass, field

from bags import PropertyBag


@dataclass
class Disk:  # expect: storage-twin-differs[zone]
    size: int
    extra: PropertyBag = field(default_factory=PropertyBag)
