from __future__ import annotations

from dataclasses import dataclass

from apis.vm.v1.storage import types as storage


@dataclass
class Machine:  # either(machine): conversion-hook-one-way[?]
    size: str

    def assign_properties_to(self, destination: storage.Machine) -> None:  # either(machine): conversion-hook-one-way[?]
        destination.size = self.size


@dataclass
class Disk:  # either(disk): conversion-hook-one-way[?]
    size: int

    def assign_properties_from(self, source: storage.Disk) -> None:  # either(disk): conversion-hook-one-way[?]
        self.size = source.size


@dataclass
class Network:
    """No hooks, no need for both."""

    cidr: str
