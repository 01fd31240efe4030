"""Annotations are believed where the declaration says nothing: a list that is repeated no times is empty."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meta:
    name: str = ""


@dataclass
class BarometerStatus:
    readings: Any = None


@dataclass
class Barometer:
    metadata: Meta = field(default_factory=Meta)
    status: BarometerStatus = field(default_factory=BarometerStatus)


class BarometerBase:
    def prepare_for_create(self, obj: Barometer) -> None:
        obj.status = BarometerStatus()

    def prepare_for_update(self, obj: Barometer, old: Barometer) -> None:
        obj.status = old.status


class VariableStrategy(BarometerBase):
    def prepare_for_create(self, obj: Barometer) -> None:
        readings: list[int] = obj.status.readings
        readings *= 0


class ParameterStrategy(BarometerBase):
    def prepare_for_create(self, obj: Barometer) -> None:
        self.empty(obj.status.readings)

    def empty(self, readings: list[int]) -> None:
        readings *= 0


class UntoldStrategy(BarometerBase):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Barometer) -> None:
        readings = obj.status.readings
        readings *= 0


class AppendedStrategy(BarometerBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Barometer) -> None:
        readings: list[int] = obj.status.readings
        readings.append(0)
