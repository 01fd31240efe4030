"""Lists of which a part is compared, and that are stored in another order: their elements stand elsewhere then."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class ParadeSpec:
    floats: list[str] = field(default_factory=list)


@dataclass
class Parade:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: ParadeSpec = field(default_factory=ParadeSpec)


class ParadeRegistry:
    def prepare_for_create(self, obj: Parade) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Parade, old: Parade) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class SortedBeforeStrategy(ParadeRegistry):
    def prepare_for_update(self, obj: Parade, old: Parade) -> None:
        obj.spec.floats.sort()
        super().prepare_for_update(obj, old)


class FirstOneTurnedStrategy(ParadeRegistry):
    # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Parade, old: Parade) -> None:
        if obj.spec.floats and old.spec.floats and obj.spec.floats[0] != old.spec.floats[0]:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.floats = obj.spec.floats[::-1]


class LastOneReversedStrategy(ParadeRegistry):
    # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Parade, old: Parade) -> None:
        if obj.spec.floats[-1:] != old.spec.floats[-1:]:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.floats.reverse()
