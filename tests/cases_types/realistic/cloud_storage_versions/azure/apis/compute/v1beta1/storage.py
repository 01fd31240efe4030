from __future__ import annotations

import attrs

from azure.apis.compute.v1 import storage as v1


@attrs.define
class Disk:
    name: str
    size_gb: int
    property_bag: dict[str, str] = attrs.field(factory=dict)

    def assign_properties_to(self, destination: v1.Disk) -> None:  # holds: property-bag-not-drained
        bag = dict(self.property_bag)
        destination.name = self.name
        destination.size_gb = self.size_gb
        if "sku" in bag:
            destination.sku = bag["sku"]
            del bag["sku"]
        destination.property_bag = bag

    def assign_properties_from(self, source: v1.Disk) -> None:
        bag = dict(source.property_bag)
        self.name = source.name
        self.size_gb = source.size_gb
        if source.sku is not None:
            bag["sku"] = source.sku
        self.property_bag = bag
