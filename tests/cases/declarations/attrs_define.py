"""Types as attrs classes."""

from __future__ import annotations

import attrs


@attrs.define
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = attrs.field(factory=dict)
    generation: int = 0


@attrs.define
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@attrs.define
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@attrs.define
class Widget:
    metadata: ObjectMeta = attrs.field(factory=ObjectMeta)
    spec: WidgetSpec = attrs.field(factory=WidgetSpec)
    status: WidgetStatus = attrs.field(factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-bumped-without-spec-change
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.phase = "Pending"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status.phase = old.status.phase
        obj.metadata.generation = old.metadata.generation + 1


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    # expect: generation-bumped-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
