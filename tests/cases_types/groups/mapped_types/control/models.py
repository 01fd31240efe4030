from dataclasses import dataclass


@dataclass
class MachineStatus:
    ready: bool  # expect: hub-type-differs[ready]


@dataclass
class Machine:
    name: str
    status: MachineStatus


@dataclass
class Rack:  # holds: hub-type-differs
    slots: int
