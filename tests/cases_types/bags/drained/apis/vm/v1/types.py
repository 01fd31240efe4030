from __future__ import annotations

from dataclasses import dataclass

from apis.vm.v1 import storage


@dataclass
class Machine:
    size: str
    zone: str = ""

    def assign_properties_to(self, destination: storage.Machine) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Machine) -> None:  # holds: property-bag-not-drained
        if "zone" in source.property_bag:
            self.zone = source.property_bag["zone"]
            del source.property_bag["zone"]


@dataclass
class Disk:
    size: int
    zone: str = ""

    def assign_properties_to(self, destination: storage.Disk) -> None:
        destination.extra["zone"] = self.zone

    def assign_properties_from(self, source: storage.Disk) -> None:  # holds: property-bag-not-drained
        if source.extra.contains("zone"):
            self.zone = source.extra.pull("zone")


@dataclass
class Network:
    cidr: str
    zone: str = ""

    def assign_properties_to(self, destination: storage.Network) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Network) -> None:  # holds: property-bag-not-drained
        self.zone = source.property_bag["zone"]
        source.property_bag.clear()


@dataclass
class Volume:
    size: int
    zone: str = ""

    def assign_properties_to(self, destination: storage.Volume) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Volume) -> None:  # holds: property-bag-not-drained
        bag = source.property_bag
        self.zone = bag.get("zone", "")
        bag.pop("zone", None)
