from dataclasses import dataclass, field


@dataclass
class Machine:
    size: str
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Disk:
    size: int
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Network:
    cidr: str
    property_bag: dict[str, str] = field(default_factory=dict)
