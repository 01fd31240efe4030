"""Types that say themselves what they equal, and leave it to the other operand where that is of another type."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


class Sluice:
    height: int
    gates: int

    def __init__(self, height: int = 0, gates: int = 0) -> None:
        self.height, self.gates = height, gates

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sluice):
            return NotImplemented
        return (self.height, self.gates) == (other.height, other.gates)


@dataclass
class Canal:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: Sluice = field(default_factory=Sluice)


class CanalRegistry:
    def prepare_for_create(self, obj: Canal) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Canal, old: Canal) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class SluicesStrategy(CanalRegistry):
    pass


class NoneFirstStrategy(CanalRegistry):
    def prepare_for_update(self, obj: Canal, old: Canal) -> None:
        if obj.spec == None or not obj.spec == old.spec:  # noqa: E711
            obj.metadata.generation = old.metadata.generation + 1


class WithMetadataStrategy(CanalRegistry):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Canal, old: Canal) -> None:
        if obj.spec != old.metadata:
            obj.metadata.generation = old.metadata.generation + 1


class WithANumberStrategy(CanalRegistry):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Canal, old: Canal) -> None:
        if obj.spec == 3:
            obj.metadata.generation = old.metadata.generation + 1
