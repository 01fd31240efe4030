"""A comparison comes too early on those ways on which it was asked, and decides generation, before spec was changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class PumpSpec:
    litres: int = 0
    medium: str = ""
    valves: list[str] = field(default_factory=list)


@dataclass
class Pump:
    metadata: Meta = field(default_factory=Meta)
    spec: PumpSpec = field(default_factory=PumpSpec)


class Numbered:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx: Any, obj: Pump) -> None:
        obj.metadata.generation = 1


class BeforeOnOneWayStrategy(Numbered):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if ctx.trial:
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1
            obj.spec.litres = 8
        elif obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BeforeOnTheOtherWayStrategy(Numbered):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if ctx.trial:
            obj.spec.litres = 8
        changed = obj.spec != old.spec
        if ctx.clean:
            obj.spec.medium = "water"
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class ComputedNameOnOneWayStrategy(Numbered):  # unproven: generation-compared-too-early
    # unproven: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if ctx.trial:
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1
            setattr(obj.spec, ctx.name, 8)
        elif obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BeforeTheReturnStrategy(Numbered):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if ctx.trial:
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1
            obj.spec.valves.append("bypass")
            return
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class AfterOnEachWayStrategy(Numbered):
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if ctx.trial:
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1
        else:
            obj.spec.litres = 9
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1


class AskedAgainStrategy(Numbered):
    """The first comparison decides what is stored of litres, and the second one generation."""

    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if obj.spec.litres != old.spec.litres and ctx.sealed:
            obj.spec.litres = old.spec.litres
        now, then = obj.spec, old.spec
        if (now.litres, now.medium, now.valves) != (then.litres, then.medium, then.valves):
            obj.metadata.generation = old.metadata.generation + 1


class AskedAgainOfListsStrategy(Numbered):
    def prepare_for_update(self, ctx: Any, obj: Pump, old: Pump) -> None:
        if obj.spec.valves != old.spec.valves and old.spec.valves:
            obj.spec.valves = list(old.spec.valves)
        now, then = obj.spec, old.spec
        if now.litres != then.litres or now.medium != then.medium or now.valves != then.valves:
            obj.metadata.generation = old.metadata.generation + 1
