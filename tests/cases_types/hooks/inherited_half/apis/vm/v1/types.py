from dataclasses import dataclass

from apis.vm.v1.augment import DiskAugmentation
from apis.vm.v1.storage import types as storage


@dataclass
class Disk(DiskAugmentation):
    size: int

    def assign_properties_to(self, destination: storage.Disk) -> None:  # holds: conversion-hook-one-way
        destination.size = self.size
