"""Types as attrs classes, with the older decorator."""

from __future__ import annotations

import attr


@attr.s(auto_attribs=True)
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = attr.Factory(dict)
    generation: int = 0


@attr.s(auto_attribs=True)
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@attr.s(auto_attribs=True)
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@attr.s(auto_attribs=True)
class Widget:
    metadata: ObjectMeta = attr.Factory(ObjectMeta)
    spec: WidgetSpec = attr.Factory(WidgetSpec)
    status: WidgetStatus = attr.Factory(WidgetStatus)


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
