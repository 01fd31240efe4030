"""A spec that was made for the comparison alone leaves a part out; one that is changed later was compared too early."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace


@dataclass
class ObjectMeta:
    generation: int = 0


@dataclass
class KilnSpec:
    glaze: str = ""
    heat: int = 0
    racks: dict[str, str] = field(default_factory=dict)


@dataclass
class Kiln:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: KilnSpec = field(default_factory=KilnSpec)


class KilnBase:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class WithTheOldGlazeStrategy(KilnBase):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if replace(obj.spec, glaze=old.spec.glaze) != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class CopyWithTheOldGlazeStrategy(KilnBase):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        probe = deepcopy(obj.spec)
        probe.glaze = old.spec.glaze
        if probe != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class WithTheOldRacksStrategy(KilnBase):
    # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if replace(obj.spec, racks=obj.spec.racks | old.spec.racks) != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class MappingWithTheOldGlazeStrategy(KilnBase):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if {**vars(obj.spec), "glaze": old.spec.glaze} != vars(old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class PutBackBeforeStrategy(KilnBase):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.spec.glaze = old.spec.glaze
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class PutBackAfterStrategy(KilnBase):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.glaze = old.spec.glaze


class CopyFromBeforeStrategy(KilnBase):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        sent = deepcopy(obj.spec)
        obj.spec.heat = 900
        if sent != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class SameForTheComparisonStrategy(KilnBase):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if replace(obj.spec, glaze=str(obj.spec.glaze)) != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
