from __future__ import annotations

from dataclasses import dataclass

from cloud import core, persisted
from cloud.core import compute as core_compute
from cloud.persisted import compute as rows


@dataclass
class Machine:
    size: str

    def assign_properties_to(self, row: rows.Machine) -> None:
        row.size = self.size

    def assign_properties_from(self, row: core_compute.Machine) -> None:  # expect: conversion-hook-wrong-type[?]
        self.size = row.size
