"""Frozen dataclasses: the hooks return the object to store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass(frozen=True)
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@dataclass(frozen=True)
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@dataclass(frozen=True)
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        return replace(obj, status=WidgetStatus(), metadata=replace(obj.metadata, generation=1))

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = replace(obj, status=old.status)
        if stored.spec == old.spec:
            return stored
        return replace(stored, metadata=replace(stored.metadata, generation=old.metadata.generation + 1))


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        replace(obj, status=WidgetStatus(), metadata=replace(obj.metadata, generation=1))
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, status=replace(obj.status, phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, spec=old.spec, metadata=replace(obj.metadata, labels=old.metadata.labels))


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(old, status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, status=obj.status)
