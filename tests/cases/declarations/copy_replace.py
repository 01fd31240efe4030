"""Frozen dataclasses and ``copy.replace`` (Python 3.13)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field


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
        return copy.replace(obj, status=WidgetStatus(), metadata=copy.replace(obj.metadata, generation=1))

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = copy.replace(obj, status=old.status)
        if stored.spec == old.spec:
            return stored
        return copy.replace(stored, metadata=copy.replace(stored.metadata, generation=old.metadata.generation + 1))


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        copy.replace(obj, status=WidgetStatus(), metadata=copy.replace(obj.metadata, generation=1))
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return copy.replace(obj, status=copy.replace(obj.status, phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return copy.replace(obj, spec=old.spec, metadata=copy.replace(obj.metadata, labels=old.metadata.labels))


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return copy.replace(old, status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return copy.replace(obj, status=obj.status)
