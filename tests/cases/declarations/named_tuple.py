"""Named tuples."""

from __future__ import annotations

from typing import NamedTuple


class ObjectMeta(NamedTuple):
    name: str = ""
    labels: dict[str, str] = {}
    generation: int = 0


class WidgetSpec(NamedTuple):
    replicas: int = 0
    paused: bool = False


class WidgetStatus(NamedTuple):
    phase: str = ""
    ready: int = 0


class Widget(NamedTuple):
    metadata: ObjectMeta = ObjectMeta()
    spec: WidgetSpec = WidgetSpec()
    status: WidgetStatus = WidgetStatus()


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        return obj._replace(status=WidgetStatus(), metadata=obj.metadata._replace(generation=1))

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = obj._replace(status=old.status)
        if stored.spec == old.spec:
            return stored
        return stored._replace(metadata=stored.metadata._replace(generation=old.metadata.generation + 1))


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        obj._replace(status=WidgetStatus(), metadata=obj.metadata._replace(generation=1))
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj._replace(status=obj.status._replace(phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj._replace(spec=old.spec, metadata=obj.metadata._replace(labels=old.metadata.labels))


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return old._replace(status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj._replace(status=obj.status)
