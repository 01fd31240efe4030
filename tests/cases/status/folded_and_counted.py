"""Mappings that are folded together, numbers that are divided, turned bit by bit and counted to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import TypedDict


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class PumpSpec:
    strokes: int = 0
    valves: dict[str, int] = field(default_factory=dict)


class PumpStatus(TypedDict, total=False):
    phase: str
    turns: int


@dataclass
class Pump:
    metadata: ObjectMeta
    spec: PumpSpec
    status: PumpStatus


class PumpStrategy:
    def prepare_for_create(self, obj: Pump) -> None:
        obj.status = {}
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.spec = old.spec
        obj.status = reduce(lambda made, item: {**made, item[0]: item[1]}, old.status.items(), {})


class FoldedOverStrategy(PumpStrategy):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.spec = old.spec
        obj.status = reduce(lambda made, item: {**made, item[0]: item[1]}, old.status.items(), {**obj.status})


class FoldedForABumpStrategy(PumpStrategy):
    def prepare_for_update(self, obj: Pump, old: Pump) -> None:
        obj.status = old.status
        valves = reduce(lambda made, item: {**made, item[0]: item[1]}, obj.spec.valves.items(), {})
        if valves != old.spec.valves or obj.spec.strokes != old.spec.strokes:
            obj.metadata.generation += 1


class OddStrategy(PumpStrategy):
    def prepare_for_create(self, obj: Pump) -> None:
        _, rest = divmod(obj.spec.strokes, 2)
        if 0 <= rest < 2 and obj.spec.strokes & ~obj.spec.strokes == 0 and obj.spec.strokes | ~obj.spec.strokes == -1:
            super().prepare_for_create(obj)
        else:
            obj.metadata.generation = 1


class DividedStrategy(PumpStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.metadata.generation = 1
        if divmod(obj.spec.strokes, 3)[1] != 2:
            obj.status = {}


class LackingBitsStrategy(PumpStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.metadata.generation = 1
        if not ~obj.spec.strokes & 4:
            obj.status = {}


class CountedPastStrategy(PumpStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.metadata.generation = 1
        if not (3 in range(obj.spec.strokes) and obj.spec.strokes < 2):
            obj.status = {}


class CountedStrategy(PumpStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pump) -> None:
        obj.metadata.generation = 1
        if 3 not in range(obj.spec.strokes):
            obj.status = {}
