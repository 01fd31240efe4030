from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apis.vm.v1 import storage


@dataclass
class Machine:
    size: str

    def assign_properties_to(self, destination: storage.Machine) -> None:  # holds: conversion-hook-wrong-type
        destination.size = self.size

    def assign_properties_from(self, source: storage.Machine) -> None:  # holds: conversion-hook-one-way
        self.size = source.size
