"""Fields that the hook fills in where there is none: an empty one is none of those that are not there, and may be what
was stored before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Latch:
    maker: str = ""
    strength: int = 0


@dataclass
class GateSpec:
    latch: Optional[Latch] = None
    colour: Optional[str] = None
    hinges: Optional[list[str]] = None


@dataclass
class Gate:
    metadata: Meta = field(default_factory=Meta)
    spec: GateSpec = field(default_factory=GateSpec)


class Built:
    def prepare_for_create(self, obj: Gate) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        obj.spec = old.spec


class NewLatchStrategy(Built):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.latch is None:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.latch = Latch()


class StrongLatchStrategy(Built):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.latch is None:
            obj.metadata.generation = old.metadata.generation + 1
        latch = Latch()
        if obj.spec.latch is not None:
            latch.strength = obj.spec.latch.strength
        obj.spec.latch = latch


class LostLatchStrategy(Built):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if obj.spec.latch is None and old.spec.latch is not None:
            obj.metadata.generation = old.metadata.generation + 1
        if obj.spec.latch is None:
            obj.spec.latch = Latch()


class NewColourStrategy(Built):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.colour is None:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.colour = ""


class PaintedBeforeStrategy(Built):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.colour is not None:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.colour = ""


class ColourTakenAwayStrategy(Built):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.colour:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.colour = ""


class HungBeforeStrategy(Built):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Gate, old: Gate) -> None:
        if old.spec.hinges is not None:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.hinges = []
