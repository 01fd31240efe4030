"""Specs that are made anew before they are compared: by a method of their own, or with a list in order."""

from __future__ import annotations

import msgspec


class Metadata(msgspec.Struct):
    generation: int = 0


class Weir:
    """A spec that says itself what it equals."""

    height: int
    gates: list[str]

    def __init__(self, height: int = 0, gates: list[str] | None = None) -> None:
        self.height = height
        self.gates = gates if gates is not None else []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weir):
            return NotImplemented
        return (self.height, self.gates) == (other.height, other.gates)

    def copy(self) -> Weir:
        return Weir(self.height, list(self.gates))


class River:
    metadata: Metadata
    spec: Weir


class Step(msgspec.Struct):
    name: str = ""
    minutes: int = 0


class RouteSpec(msgspec.Struct):
    steps: list[Step] = []
    guide: str | None = None


class Route(msgspec.Struct):
    metadata: Metadata
    spec: RouteSpec


class Create:
    def prepare_for_create(self, ctx, obj) -> None:
        obj.metadata.generation = 1


class CopiedStrategy(Create):
    def prepare_for_update(self, ctx, obj: River, old: River) -> None:
        spec = obj.spec.copy()
        spec.height = max(spec.height, 0)
        obj.spec = spec
        if spec != old.spec:
            obj.metadata.generation += 1


class CopiedInPartStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: River, old: River) -> None:
        spec = obj.spec.copy()
        spec.gates = old.spec.gates
        if spec != old.spec:
            obj.metadata.generation += 1


class EncodedStrategy(Create):
    def prepare_for_update(self, ctx, obj: Route, old: Route) -> None:
        obj.spec = msgspec.structs.replace(obj.spec, steps=sorted(obj.spec.steps, key=lambda step: step.minutes))
        if msgspec.json.encode(obj.spec) != msgspec.json.encode(old.spec):
            obj.metadata.generation += 1


class EncodedInPartStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Route, old: Route) -> None:
        if msgspec.json.encode(obj.spec.steps) != msgspec.json.encode(old.spec.steps):
            obj.metadata.generation += 1
