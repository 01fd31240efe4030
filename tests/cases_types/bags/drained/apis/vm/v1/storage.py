from dataclasses import dataclass, field

from bags import PropertyBag


@dataclass
class Machine:
    size: str
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Disk:
    size: int
    extra: PropertyBag = field(default_factory=PropertyBag)


@dataclass
class Network:
    cidr: str
    property_bag: PropertyBag = field(default_factory=PropertyBag)


@dataclass
class Volume:
    size: int
    property_bag: dict[str, str] = field(default_factory=dict)
