"""Frozen pydantic models."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ObjectMeta(BaseModel, frozen=True):
    name: str = ""
    labels: dict[str, str] = Field(default_factory=dict)
    generation: int = 0


class WidgetSpec(BaseModel, frozen=True):
    replicas: int = 0
    paused: bool = False


class WidgetStatus(BaseModel, frozen=True):
    phase: str = ""
    ready: int = 0


class Widget(BaseModel, frozen=True):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: WidgetSpec = Field(default_factory=WidgetSpec)
    status: WidgetStatus = Field(default_factory=WidgetStatus)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> Widget:
        metadata = obj.metadata.model_copy(update={"generation": 1})
        return obj.model_copy(update={"status": WidgetStatus(), "metadata": metadata})

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = obj.model_copy(update={"status": old.status}, deep=True)
        if stored.spec == old.spec:
            return stored
        metadata = stored.metadata.model_copy(update=dict(generation=old.metadata.generation + 1))
        return stored.model_copy(update={"metadata": metadata})


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> Widget:
        obj.model_copy(update={"status": WidgetStatus()})
        return obj

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj.model_copy(update={"status": obj.status.model_copy(update={"phase": old.status.phase})})


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return old.model_copy(update={"status": obj.status})


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj.model_copy(update={"status": obj.status})
