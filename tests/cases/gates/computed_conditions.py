"""Whether a field is in use, and a gate on, worked out in more ways than by ``and`` and ``or``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled
from toolbox import usage


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class PumpSpec:
    size: int = 0
    valve: Annotated[str | None, FeatureGate("Valve")] = None
    hoses: Annotated[list[int], FeatureGate("Hoses")] = field(default_factory=list)


@dataclass
class Pump:
    metadata: Meta = field(default_factory=Meta)
    spec: PumpSpec = field(default_factory=PumpSpec)


class PumpHooks:
    def prepare_for_create(self, obj: Pump) -> None:
        obj.metadata.generation = 1
        if not enabled("Valve"):
            obj.spec.valve = None
        if not enabled("Hoses"):
            obj.spec.hoses = []

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        if not self.keeps_valve(old.spec):
            obj.spec.valve = None
        self.drop_hoses(obj.spec, old.spec)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        else:
            obj.metadata.generation = old.metadata.generation

    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or old.valve is not None

    def drop_hoses(self, spec: PumpSpec, old: PumpSpec) -> None:
        if not enabled("Hoses") and not old.hoses:
            spec.hoses = []


class EitherBitStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") | (old.valve is not None)


class GatheredStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        keeps = False
        keeps |= enabled("Valve")
        keeps |= old.valve is not None
        return keeps


class MappedStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        return all(map(enabled, ("Valve",))) or old.valve is not None


class TableStrategy(PumpHooks):
    QUESTIONS = {"valve": enabled}

    def keeps_valve(self, old: PumpSpec) -> bool:
        return self.QUESTIONS["valve"]("Valve") or asdict(old)["valve"] is not None


class ReplacedStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or old != replace(old, valve=None)


class MadeAnewStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or PumpSpec(valve=old.valve) != PumpSpec()


class SortedStrategy(PumpHooks):
    # unproven: gated-field-dropped-in-use[spec.hoses], gated-field-dropped-when-enabled[spec.hoses]
    def drop_hoses(self, spec: PumpSpec, old: PumpSpec) -> None:
        super().drop_hoses(spec, old)
        spec.hoses.sort()


class TurnedStrategy(PumpHooks):
    # unproven: gated-field-dropped-in-use[spec.hoses], gated-field-dropped-when-enabled[spec.hoses]
    def drop_hoses(self, spec: PumpSpec, old: PumpSpec) -> None:
        super().drop_hoses(spec, old)
        spec.hoses = sorted(set(spec.hoses))
        spec.hoses.reverse()


class AskedElsewhereStrategy(PumpHooks):
    # unproven: gated-field-dropped-in-use[spec.hoses], gated-field-not-dropped[spec.hoses]
    # unproven: gated-field-dropped-in-use[spec.valve], gated-field-not-dropped[spec.valve]
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """What is asked there may also change the object."""

    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or usage.uses_valve(old)


class CountedStrategy(PumpHooks):
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or sum([old.valve is not None]) > 0


class KeptBySizeStrategy(PumpHooks):
    # expect: gated-field-dropped-in-use[spec.valve], gated-field-not-dropped[spec.valve]
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") | (old.size > 3)


class OtherWayRoundStrategy(PumpHooks):
    # expect: gated-field-dropped-in-use[spec.valve], gated-field-not-dropped[spec.valve]
    def keeps_valve(self, old: PumpSpec) -> bool:
        return enabled("Valve") or old == replace(old, valve=None)
