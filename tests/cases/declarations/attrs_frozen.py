"""Frozen attrs classes."""

from __future__ import annotations

import attrs


@attrs.frozen
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = attrs.field(factory=dict)
    generation: int = 0


@attrs.frozen
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@attrs.frozen
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@attrs.frozen
class Widget:
    metadata: ObjectMeta = attrs.field(factory=ObjectMeta)
    spec: WidgetSpec = attrs.field(factory=WidgetSpec)
    status: WidgetStatus = attrs.field(factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        return attrs.evolve(obj, status=WidgetStatus(), metadata=attrs.evolve(obj.metadata, generation=1))

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = attrs.evolve(obj, status=old.status)
        if stored.spec == old.spec:
            return stored
        return attrs.evolve(stored, metadata=attrs.evolve(stored.metadata, generation=old.metadata.generation + 1))


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        attrs.evolve(obj, status=WidgetStatus(), metadata=attrs.evolve(obj.metadata, generation=1))
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return attrs.evolve(obj, status=attrs.evolve(obj.status, phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return attrs.evolve(obj, spec=old.spec, metadata=attrs.evolve(obj.metadata, labels=old.metadata.labels))


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return attrs.evolve(old, status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return attrs.evolve(obj, status=obj.status)
