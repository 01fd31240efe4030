"""Types as pydantic models."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ObjectMeta(BaseModel):
    name: str = ""
    labels: dict[str, str] = Field(default_factory=dict)
    generation: int = 0


class WidgetSpec(BaseModel):
    replicas: int = 0
    paused: bool = False


class WidgetStatus(BaseModel):
    phase: str = ""
    ready: int = 0


class Widget(BaseModel):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: WidgetSpec = Field(default_factory=WidgetSpec)
    status: WidgetStatus = Field(default_factory=WidgetStatus)


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
