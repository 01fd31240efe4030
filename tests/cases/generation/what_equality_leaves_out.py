"""Comparisons of a spec that leave something of it out, or ask somebody else."""

from __future__ import annotations

from dataclasses import dataclass, field

import attrs


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Pitch:
    length: int = 0


@dataclass(eq=False)
class TentSpec(Pitch):
    poles: int = 0


@dataclass
class Tent:
    metadata: Meta
    spec: TentSpec


class TentStrategy:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Tent) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class Hand:
    def __eq__(self, other: object) -> bool:
        return True


@dataclass
class RopeSpec(Hand):
    metres: int = 0


@dataclass
class Rope:
    metadata: Meta
    spec: RopeSpec


class RopeStrategy:
    """A dataclass brings its own comparison, whatever the base has."""

    def prepare_for_create(self, obj: Rope) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rope, old: Rope) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


@dataclass
class StoveSpec:
    fuel: str = ""
    burners: int = 0

    def __ne__(self, other: object) -> bool:
        return isinstance(other, StoveSpec) and self.fuel != other.fuel


@dataclass
class Stove:
    metadata: Meta
    spec: StoveSpec


class UnequalStrategy:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Stove) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Stove, old: Stove) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class NotEqualStrategy:
    def prepare_for_create(self, obj: Stove) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Stove, old: Stove) -> None:
        if not obj.spec == old.spec:
            obj.metadata.generation = old.metadata.generation + 1


@attrs.define
class MapSpec:
    region: str = attrs.field(default="", eq=str.casefold)
    scale: int = 0


@attrs.define
class Map:
    metadata: Meta
    spec: MapSpec


class MapStrategy:  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Map) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Map, old: Map) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class MapByFieldStrategy:
    def prepare_for_create(self, obj: Map) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Map, old: Map) -> None:
        if obj.spec.region != old.spec.region or obj.spec.scale != old.spec.scale:
            obj.metadata.generation = old.metadata.generation + 1
