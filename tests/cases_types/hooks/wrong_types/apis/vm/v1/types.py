from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apis.vm import types as hub
    from apis.vm.v1 import storage
    from apis.vm.v1beta1 import storage as old_storage


@dataclass
class Machine:
    size: str

    def assign_properties_to(self, destination: hub.Machine) -> None:  # expect: conversion-hook-wrong-type[?]
        destination.size = self.size

    def assign_properties_from(self, source: storage.Machine) -> None:
        self.size = source.size


@dataclass
class Disk:
    size: int

    def assign_properties_to(self, destination: storage.Disk) -> None:
        destination.size = self.size

    def assign_properties_from(self, source: old_storage.Disk) -> None:  # expect: conversion-hook-wrong-type[?]
        self.size = source.size


@dataclass
class Network:
    cidr: str

    def assign_properties_to(self, destination: storage.Disk) -> None:  # expect: conversion-hook-wrong-type[?]
        destination.cidr = self.cidr

    def assign_properties_from(self, source: "storage.Network") -> None:
        self.cidr = source.cidr
