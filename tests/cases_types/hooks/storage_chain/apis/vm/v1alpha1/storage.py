from dataclasses import dataclass

from apis.vm.v1 import storage as v1
from apis.vm.v1beta1 import storage as v1beta1


@dataclass
class Disk:
    size: str

    def assign_properties_to(self, destination: v1.Disk) -> None:  # expect: conversion-hook-wrong-type[?]
        destination.size = self.size

    def assign_properties_from(self, source: v1beta1.Disk) -> None:
        self.size = source.size
