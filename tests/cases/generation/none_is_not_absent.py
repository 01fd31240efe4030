"""Two specs are compared by what their keys hold: one that holds ``None`` and one that is absent look alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


class SailSpec(TypedDict):
    area: int
    colour: NotRequired[str | None]
    maker: NotRequired[str]


class SailStatus(TypedDict):
    set: bool


@dataclass
class Sail:
    metadata: ObjectMeta
    spec: SailSpec
    status: SailStatus


class Hoisted:
    def prepare_for_create(self, obj: Sail) -> None:
        obj.status = {"set": False}
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.spec, obj.status = old.spec, old.status


class FilteredStrategy(Hoisted):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        ours = {key: value for key, value in obj.spec.items() if value is not None}
        if ours != {key: value for key, value in old.spec.items() if value is not None}:
            obj.metadata.generation += 1


class ReadStrategy(Hoisted):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        for key in ("area", "colour", "maker"):
            if obj.spec.get(key) != old.spec.get(key):
                obj.metadata.generation += 1
                break


class FullStrategy(Hoisted):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        empty = {"colour": None}
        if {**empty, **obj.spec} != {**empty, **old.spec}:
            obj.metadata.generation += 1


class ReadOrAbsentStrategy(Hoisted):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        for key in ("area", "colour", "maker"):
            if (key in obj.spec) != (key in old.spec) or obj.spec.get(key) != old.spec.get(key):
                obj.metadata.generation += 1
                break


class FilteredMakerStrategy(Hoisted):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        ours = {key: value for key, value in obj.spec.items() if value is not None or key == "colour"}
        if ours != {key: value for key, value in old.spec.items() if value is not None or key == "colour"}:
            obj.metadata.generation += 1


class SentinelStrategy(Hoisted):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        for key in ("area", "colour", "maker"):
            if obj.spec.get(key, "?") != old.spec.get(key, "?") or (key in obj.spec) != (key in old.spec):
                obj.metadata.generation += 1
                break


class BothReadStrategy(Hoisted):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if obj.spec["colour"] is None and old.spec["colour"] is None:
            if obj.spec["area"] != old.spec["area"] or obj.spec.get("maker") != old.spec.get("maker"):
                obj.metadata.generation += 1
        elif obj.spec != old.spec:
            obj.metadata.generation += 1


class FilledInCopiesStrategy(Hoisted):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        ours, theirs = dict(obj.spec), dict(old.spec)
        ours.setdefault("colour", None)
        theirs.setdefault("colour", None)
        if ours != theirs:
            obj.metadata.generation += 1


class MadeUpForMakersStrategy(Hoisted):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if {"maker": 0, **obj.spec} != {"maker": 0, **old.spec}:
            obj.metadata.generation = old.metadata.generation + (0 + True)
