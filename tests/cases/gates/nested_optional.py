"""Gated fields of parts that may not be there, and of map values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Rolling:
    surge: Annotated[int | None, FeatureGate("Surge")] = None


@dataclass
class RolloutSpec:
    rolling: Rolling | None = None


@dataclass
class Rollout:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: RolloutSpec = field(default_factory=RolloutSpec)


@dataclass
class PoolSpec:
    groups: dict[str, Rolling] = field(default_factory=dict)


@dataclass
class Pool:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PoolSpec = field(default_factory=PoolSpec)


def surge_in_use(old: Rollout | None) -> bool:
    return old is not None and old.spec.rolling is not None and old.spec.rolling.surge is not None


class GuardedStrategy:
    def prepare_for_create(self, obj: Rollout) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Rollout, old: Rollout) -> None:
        self.drop(obj, old)

    def drop(self, obj: Rollout, old: Rollout | None) -> None:
        if not enabled("Surge") and not surge_in_use(old) and obj.spec.rolling is not None:
            obj.spec.rolling.surge = None


class ParentInUseStrategy:  # unproven: gated-field-not-dropped[spec.rolling.surge]
    """The parent being there counts as use: a new value gets in beside it."""

    def prepare_for_create(self, obj: Rollout) -> None:
        if not enabled("Surge") and obj.spec.rolling is not None:
            obj.spec.rolling.surge = None

    def prepare_for_update(self, obj: Rollout, old: Rollout) -> None:
        if not enabled("Surge") and old.spec.rolling is None and obj.spec.rolling is not None:
            obj.spec.rolling.surge = None


class MapStrategy:
    def prepare_for_create(self, obj: Pool) -> None:
        if not enabled("Surge"):
            for group in obj.spec.groups.values():
                group.surge = None

    def prepare_for_update(self, obj: Pool, old: Pool) -> None:
        if enabled("Surge") or any(group.surge is not None for group in old.spec.groups.values()):
            return
        for group in obj.spec.groups.values():
            group.surge = None


class MapItemsStrategy:
    """A copy of each value, and a write-back."""

    def prepare_for_create(self, obj: Pool) -> None:
        if not enabled("Surge"):
            obj.spec.groups = {name: Rolling() for name in obj.spec.groups}

    def prepare_for_update(self, obj: Pool, old: Pool) -> None:
        if enabled("Surge") or any(group.surge is not None for group in old.spec.groups.values()):
            return
        for name, group in obj.spec.groups.items():
            group.surge = None
            obj.spec.groups[name] = group


class MapForgottenStrategy:  # expect: gated-field-not-dropped[spec.groups[*].surge]
    def prepare_for_create(self, obj: Pool) -> None:
        if not enabled("Surge"):
            for group in obj.spec.groups.values():
                group.surge = None

    def prepare_for_update(self, obj: Pool, old: Pool) -> None:
        obj.metadata.name = old.metadata.name
