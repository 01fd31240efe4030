"""Frozen dataclasses with slots, replaced by way of the module."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = dataclasses.field(default_factory=dict)
    generation: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Widget:
    metadata: ObjectMeta = dataclasses.field(default_factory=ObjectMeta)
    spec: WidgetSpec = dataclasses.field(default_factory=WidgetSpec)
    status: WidgetStatus = dataclasses.field(default_factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        return dataclasses.replace(obj, status=WidgetStatus(), metadata=dataclasses.replace(obj.metadata, generation=1))

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = dataclasses.replace(obj, status=old.status)
        if stored.spec == old.spec:
            return stored
        return dataclasses.replace(
            stored, metadata=dataclasses.replace(stored.metadata, generation=old.metadata.generation + 1)
        )


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        dataclasses.replace(obj, status=WidgetStatus(), metadata=dataclasses.replace(obj.metadata, generation=1))
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return dataclasses.replace(obj, status=dataclasses.replace(obj.status, phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return dataclasses.replace(
            obj, spec=old.spec, metadata=dataclasses.replace(obj.metadata, labels=old.metadata.labels)
        )


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return dataclasses.replace(old, status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return dataclasses.replace(obj, status=obj.status)
