from __future__ import annotations

import attrs

from azure.apis.compute.v1beta1 import storage


@attrs.define
class Disk:
    name: str
    size_gb: int

    def assign_properties_to(self, destination: storage.Disk) -> None:  # holds: conversion-hook-wrong-type
        destination.name = self.name
        destination.size_gb = self.size_gb

    def assign_properties_from(self, source: storage.Disk) -> None:  # holds: conversion-hook-one-way
        self.name = source.name
        self.size_gb = source.size_gb
