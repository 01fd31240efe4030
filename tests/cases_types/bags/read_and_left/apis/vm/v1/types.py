from __future__ import annotations

from dataclasses import dataclass

from apis.vm.v1 import storage


@dataclass
class Machine:
    size: str
    zone: str = ""

    def assign_properties_to(self, destination: storage.Machine) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Machine) -> None:  # either(a): property-bag-not-drained[?]
        if "zone" in source.property_bag:
            self.zone = source.property_bag["zone"]  # either(a): property-bag-not-drained[?]


@dataclass
class Disk:
    size: int
    zone: str = ""

    def assign_properties_to(self, destination: storage.Disk) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Disk) -> None:  # either(b): property-bag-not-drained[?]
        self.zone = source.property_bag.get("zone", "")  # either(b): property-bag-not-drained[?]


@dataclass
class Network:
    cidr: str
    zone: str = ""
    mtu: str = ""

    def assign_properties_to(self, destination: storage.Network) -> None:
        destination.property_bag["zone"] = self.zone

    def assign_properties_from(self, source: storage.Network) -> None:  # either(c): property-bag-not-drained[?]
        self.zone = source.property_bag.pop("zone", "")
        self.mtu = source.property_bag.get("mtu", "1500")  # either(c): property-bag-not-drained[?]
