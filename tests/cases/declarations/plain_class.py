"""Types as plain annotated classes, with and without slots."""

from __future__ import annotations


class ObjectMeta:
    __slots__ = ("generation", "labels", "name")

    name: str
    labels: dict[str, str]
    generation: int

    def __init__(self, name: str = "", labels: dict[str, str] | None = None, generation: int = 0) -> None:
        self.name = name
        self.labels = labels or {}
        self.generation = generation


class WidgetSpec:
    replicas: int
    paused: bool

    def __init__(self, replicas: int = 0, paused: bool = False) -> None:
        self.replicas = replicas
        self.paused = paused

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WidgetSpec) and vars(self) == vars(other)

    __hash__ = None


class WidgetStatus:
    phase: str = ""
    ready: int = 0


class Widget:
    __slots__ = ("metadata", "spec", "status")

    metadata: ObjectMeta
    spec: WidgetSpec
    status: WidgetStatus

    def __init__(self, metadata: ObjectMeta, spec: WidgetSpec, status: WidgetStatus) -> None:
        self.metadata = metadata
        self.spec = spec
        self.status = status


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
