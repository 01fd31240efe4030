"""Types as dataclasses with slots."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass(slots=True)
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@dataclass(slots=True)
class WidgetStatus:
    phase: str = ""
    ready: int = 0


@dataclass(slots=True)
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


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
