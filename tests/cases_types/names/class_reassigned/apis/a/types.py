from dataclasses import dataclass


@dataclass
class Host:
    name: int


HostAlias = Host


@dataclass
class Host:  # holds: hub-type-differs
    name: str
