"""Drops in other words: slices, sets of names, guarded reads, comparisons with an empty list."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class Wheel:
    size: int = 0
    cover: Annotated[str | None, FeatureGate("Cover")] = None


@dataclass
class CarSpec:
    radio: Annotated[str | None, FeatureGate("Radio")] = None
    seats: Annotated[list[str], FeatureGate("Seats")] = field(default_factory=list)
    wheels: list[Wheel] = field(default_factory=list)


@dataclass
class Meta:
    name: str = ""


@dataclass
class Car:
    metadata: Meta = field(default_factory=Meta)
    spec: CarSpec = field(default_factory=CarSpec)


GATES = {"radio": "Radio", "seats": "Seats"}
NOTHING = CarSpec()


class Hooks:
    def prepare_for_create(self, obj: Car) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Car, old: Car) -> None:
        self.drop(obj, old)

    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        if not enabled("Radio") and (old is None or old.spec.radio is None):
            obj.spec.radio = None
        if not enabled("Seats") and (old is None or not old.spec.seats):
            obj.spec.seats = []


def drop_wheels(obj: Car, old: Car | None) -> None:
    if not enabled("Cover") and not (old is not None and any(wheel.cover is not None for wheel in old.spec.wheels)):
        for wheel in obj.spec.wheels:
            wheel.cover = None


class HalvesStrategy(Hooks):
    def drop(self, obj: Car, old: Car | None) -> None:
        super().drop(obj, old)
        if not enabled("Cover") and not (old is not None and any(wheel.cover is not None for wheel in old.spec.wheels)):
            for wheel in obj.spec.wheels[:2]:
                wheel.cover = None
            for wheel in obj.spec.wheels[2:]:
                wheel.cover = None


class FrontWheelsStrategy(Hooks):  # expect: gated-field-not-dropped[spec.wheels[*].cover]
    def drop(self, obj: Car, old: Car | None) -> None:
        if not enabled("Radio") and (old is None or old.spec.radio is None):
            obj.spec.radio = None
        if not enabled("Seats") and (old is None or not old.spec.seats):
            obj.spec.seats = []
        if not enabled("Cover") and not (old is not None and any(wheel.cover is not None for wheel in old.spec.wheels)):
            for wheel in obj.spec.wheels[:2]:
                wheel.cover = None


class NamesStrategy(Hooks):
    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        off = {name for name, gate in GATES.items() if not enabled(gate)}
        if old is not None:
            off -= {name for name in GATES if getattr(old.spec, name) not in (None, [])}
        obj.spec = dataclasses.replace(obj.spec, **{name: getattr(NOTHING, name) for name in off})


class GuardedReadStrategy(Hooks):
    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        try:
            radio = old.spec.radio is not None
            seats = bool(old.spec.seats)
        except AttributeError:
            radio = seats = False
        if not (enabled("Radio") or radio):
            obj.spec.radio = None
        if not (enabled("Seats") or seats):
            obj.spec.seats.clear()


class EmptyListStrategy(Hooks):
    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        if not enabled("Radio") and (old is None or old.spec.radio is None):
            obj.spec.radio = None
        if not enabled("Seats") and (old is None or old.spec.seats == []):
            obj.spec.seats = []


class PutBackStrategy(Hooks):  # expect: gated-field-dropped-in-use[spec.radio]
    """Where the gate is off, the radio stays the one that is stored."""

    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        if not enabled("Radio"):
            obj.spec.radio = old.spec.radio if old is not None else None
        if not enabled("Seats") and (old is None or not old.spec.seats):
            obj.spec.seats = []


class EmptyTextStrategy(Hooks):  # expect: gated-field-dropped-in-use[spec.radio]
    """An optional text that is empty is in use."""

    def drop(self, obj: Car, old: Car | None) -> None:
        drop_wheels(obj, old)
        if not enabled("Radio") and not (old is not None and old.spec.radio):
            obj.spec.radio = None
        if not enabled("Seats") and (old is None or not old.spec.seats):
            obj.spec.seats = []
