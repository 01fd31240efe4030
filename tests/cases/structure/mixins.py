"""Hooks composed of mixins, in method resolution order."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


class Ground:
    def prepare_for_create(self, obj):
        pass

    def prepare_for_update(self, obj, old):
        pass


class WipesStatus(Ground):
    def prepare_for_create(self, obj):
        obj.status = ""
        super().prepare_for_create(obj)

    def prepare_for_update(self, obj, old):
        obj.status = old.status
        super().prepare_for_update(obj, old)


class CountsGenerations(Ground):
    def prepare_for_create(self, obj):
        super().prepare_for_create(obj)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj, old):
        super().prepare_for_update(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class Forgets(Ground):
    """Breaks the chain: does not call on."""

    def prepare_for_create(self, obj):
        obj.spec = obj.spec.strip()


class BothStrategy(WipesStatus, CountsGenerations):
    object_type = Widget


class OtherOrderStrategy(CountsGenerations, WipesStatus):
    object_type = Widget


class ChainBrokenStrategy(WipesStatus, Forgets, CountsGenerations):  # expect: generation-not-set-on-create
    object_type = Widget


class OneMissingStrategy(WipesStatus):
    # expect: generation-not-set-on-create, generation-not-bumped-on-spec-change
    object_type = Widget
