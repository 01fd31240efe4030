from dataclasses import dataclass


@dataclass
class V1MachineStatus:
    ready: bool | None


@dataclass
class V1Machine:
    name: str
    status: V1MachineStatus


@dataclass
class Rack:
    slots: int
