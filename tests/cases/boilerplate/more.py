"""More hooks that are, and are not, what the default does."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    size: int = 0


@dataclass
class Status:
    phase: str = ""


@dataclass
class Hut:
    metadata: Meta
    spec: Spec
    status: Status


class DefaultStrategy:  # expect: boilerplate-hook[prepare_for_create], boilerplate-hook[prepare_for_update]
    def prepare_for_create(self, obj: Hut) -> None:
        obj.metadata.generation = 1
        obj.status = Status()

    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        obj.status = copy.deepcopy(old.status)
        if not (obj.spec == old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class ReturnedStrategy:  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Hut) -> Hut:
        return replace(obj, status=Status(), metadata=replace(obj.metadata, generation=1))

    def prepare_for_update(self, obj: Hut, old: Hut) -> Hut:
        obj.spec.size = max(obj.spec.size, 0)
        bumped = old.metadata.generation + (obj.spec != old.spec)
        return replace(obj, status=old.status, metadata=replace(obj.metadata, generation=bumped))


class PendingStrategy:  # expect: boilerplate-hook[prepare_for_update]
    """A starting value is more than the default."""

    def prepare_for_create(self, obj: Hut) -> None:
        obj.metadata.generation = 1
        obj.status = Status(phase="Pending")

    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        obj.status = old.status
        obj.metadata.generation += obj.spec != old.spec


class RefusesStrategy:  # expect: boilerplate-hook[prepare_for_update]
    """Refusing an object is more than the default does."""

    def prepare_for_create(self, obj: Hut) -> None:
        if obj.spec.size < 0:
            raise ValueError("negative")
        obj.metadata.generation = 1
        obj.status = Status()

    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class InheritingStrategy(PendingStrategy):
    """Judged where the hook is written."""


class LabelStrategy(DefaultStrategy):
    def prepare_for_create(self, obj: Hut) -> None:
        super().prepare_for_create(obj)
        obj.metadata.labels["hut"] = "yes"

    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        super().prepare_for_update(obj, old)
        obj.metadata.labels.setdefault("hut", "yes")


class JustSuperStrategy(DefaultStrategy):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Hut) -> None:
        super().prepare_for_create(obj)


class DefaultStatusStrategy(DefaultStrategy):  # expect: boilerplate-hook[prepare_for_update]
    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        obj.spec = old.spec
        obj.metadata.labels = dict(old.metadata.labels)


class PhaseStatusStrategy(DefaultStrategy):
    def prepare_for_update(self, obj: Hut, old: Hut) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels
        obj.status.phase = obj.status.phase or "Unknown"
