from dataclasses import dataclass

from apis.vm.v1 import storage as v1


@dataclass
class Machine:
    size: str

    def assign_properties_to(self, destination: v1.Machine) -> None:  # holds: conversion-hook-wrong-type
        destination.size = self.size

    def assign_properties_from(self, source: v1.Machine) -> None:  # holds: conversion-hook-one-way
        self.size = source.size


@dataclass
class Disk:
    size: str
