from dataclasses import dataclass, field

from bags import PropertyBag


@dataclass
class Machine:  # expect: storage-twin-differs[zone]
    size: str
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Disk:  # expect: storage-twin-differs[zone]
    size: int
    extra: PropertyBag = field(default_factory=PropertyBag)


@dataclass
class Network:  # expect: storage-twin-differs[zone]
    cidr: str
    property_bag: PropertyBag = field(default_factory=PropertyBag)


@dataclass
class Volume:  # expect: storage-twin-differs[zone]
    size: int
    property_bag: dict[str, str] = field(default_factory=dict)
