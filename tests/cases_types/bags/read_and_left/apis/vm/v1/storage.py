from dataclasses import dataclass, field


@dataclass
class Machine:  # expect: storage-twin-differs[zone]
    size: str
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Disk:  # expect: storage-twin-differs[zone]
    size: int
    property_bag: dict[str, str] = field(default_factory=dict)


@dataclass
class Network:  # expect: storage-twin-differs[zone]; storage-twin-differs[mtu]
    cidr: str
    property_bag: dict[str, str] = field(default_factory=dict)
