"""Frozen msgspec structs."""

from __future__ import annotations

import msgspec


class ObjectMeta(msgspec.Struct, frozen=True):
    name: str = ""
    labels: dict[str, str] = msgspec.field(default_factory=dict)
    generation: int = 0


class WidgetSpec(msgspec.Struct, frozen=True):
    replicas: int = 0
    paused: bool = False


class WidgetStatus(msgspec.Struct, frozen=True):
    phase: str = ""
    ready: int = 0


class Widget(msgspec.Struct, frozen=True):
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    spec: WidgetSpec = msgspec.field(default_factory=WidgetSpec)
    status: WidgetStatus = msgspec.field(default_factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        return msgspec.structs.replace(
            obj, status=WidgetStatus(), metadata=msgspec.structs.replace(obj.metadata, generation=1)
        )

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = msgspec.structs.replace(obj, status=old.status)
        if stored.spec == old.spec:
            return stored
        return msgspec.structs.replace(
            stored, metadata=msgspec.structs.replace(stored.metadata, generation=old.metadata.generation + 1)
        )


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        msgspec.structs.replace(
            obj, status=WidgetStatus(), metadata=msgspec.structs.replace(obj.metadata, generation=1)
        )
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return msgspec.structs.replace(obj, status=msgspec.structs.replace(obj.status, phase=old.status.phase))


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return msgspec.structs.replace(
            obj, spec=old.spec, metadata=msgspec.structs.replace(obj.metadata, labels=old.metadata.labels)
        )


class OldWithStatusStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return msgspec.structs.replace(old, status=obj.status)


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return msgspec.structs.replace(obj, status=obj.status)
