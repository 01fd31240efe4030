"""Two hooks that break one rule: the finding tells of the first, and neither is boilerplate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


class FeatureGate:
    def __init__(self, name: str) -> None: ...


def enabled(gate: str) -> bool:
    return False


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class MillSpec:
    stones: int = 1
    sails: Annotated[int | None, FeatureGate("Sails")] = None


@dataclass
class Mill:
    metadata: ObjectMeta
    spec: MillSpec


class MillStrategy:  # expect: gated-field-not-dropped[spec.sails]
    def prepare_for_create(self, ctx: object, obj: Mill) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Mill, old: Mill) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class HalfMillStrategy:  # expect: gated-field-not-dropped[spec.sails], boilerplate-hook[prepare_for_update]
    def prepare_for_create(self, ctx: object, obj: Mill) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Mill, old: Mill) -> None:
        if not enabled("Sails") and old.spec.sails is None:
            obj.spec.sails = None
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
