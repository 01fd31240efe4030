"""The comparison that decides the bump comes last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from features import enabled


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


def drop_disabled_fields(obj: Widget, old: Widget | None) -> None:
    if not enabled("Burst") and (old is None or old.spec.burst is None):
        obj.spec.burst = None


class Starts:
    def prepare_for_create(self, obj) -> None:
        obj.metadata.generation = 1
        drop_disabled_fields(obj, None)


class DropsFirstStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class DropsLastStrategy(Starts):  # expect: generation-compared-too-early
    """ResourceSlice: bumps although the stored spec ends unchanged."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        drop_disabled_fields(obj, old)


class NamedTooEarlyStrategy(Starts):  # expect: generation-compared-too-early
    """The comparison counts, not the place of the bump."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        changed = obj.spec != old.spec
        drop_disabled_fields(obj, old)
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class DefaultsLastStrategy(Starts):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        if obj.spec.replicas == 0:
            obj.spec.replicas = 1
