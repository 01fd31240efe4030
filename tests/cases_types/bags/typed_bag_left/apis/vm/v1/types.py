from __future__ import annotations

from dataclasses import dataclass

from apis.vm.v1 import storage


@dataclass
class Disk:
    size: int
    zone: str = ""

    def assign_properties_to(self, destination: storage.Disk) -> None:
        destination.extra["zone"] = self.zone

    def assign_properties_from(self, source: storage.Disk) -> None:  # either(a): property-bag-not-drained[?]
        if "zone" in source.extra:
            self.zone = source.extra["zone"]  # either(a): property-bag-not-drained[?]
