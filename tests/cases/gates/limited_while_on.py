"""Values of gated fields that are brought into limits: with the gate on alone, for some values alone, or for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Lantern:
    colour: str = ""
    period: Annotated[int | None, FeatureGate("Flashing")] = None


@dataclass
class PierSpec:
    length: int = 0
    tides: Annotated[int | None, FeatureGate("Tides")] = None
    lanterns: list[Lantern] = field(default_factory=list)


@dataclass
class Pier:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PierSpec = field(default_factory=PierSpec)


def flashes(spec: PierSpec | None) -> bool:
    return spec is not None and any(lantern.period is not None for lantern in spec.lanterns)


class Dropping:
    def prepare_for_create(self, obj: Pier) -> None:
        self.drop(obj.spec, None)

    def prepare_for_update(self, obj: Pier, old: Pier) -> None:
        self.drop(obj.spec, old.spec)

    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        if not enabled("Tides") and (old is None or old.tides is None):
            spec.tides = None
        if not enabled("Flashing") and not flashes(old):
            for lantern in spec.lanterns:
                lantern.period = None


class DefaultedStrategy(Dropping):
    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        super().drop(spec, old)
        if enabled("Tides") and spec.tides is None:
            spec.tides = 2


class ZeroReplacedStrategy(Dropping):  # expect: gated-field-dropped-when-enabled[spec.tides]
    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        super().drop(spec, old)
        if enabled("Tides"):
            spec.tides = spec.tides or 2


class AtMostStrategy(Dropping):  # expect: gated-field-dropped-when-enabled[spec.tides]
    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        super().drop(spec, old)
        if enabled("Tides") and spec.tides is not None:
            spec.tides = min(spec.tides, 4)


class TooShortDroppedStrategy(Dropping):
    # expect: gated-field-dropped-when-enabled[spec.lanterns[*].period]
    # expect: gated-field-dropped-in-use[spec.lanterns[*].period]
    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        super().drop(spec, old)
        for lantern in spec.lanterns:
            if lantern.period is not None and lantern.period < 1:
                lantern.period = None


class TooLongRefusedStrategy(Dropping):
    def drop(self, spec: PierSpec, old: PierSpec | None) -> None:
        super().drop(spec, old)
        if any(lantern.period is not None and lantern.period > 60 for lantern in spec.lanterns):
            raise ValueError("a lantern flashes once a minute at least")
