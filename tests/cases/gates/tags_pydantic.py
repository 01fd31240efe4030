"""A gate in a pydantic field's extra schema."""

from __future__ import annotations

from pydantic import BaseModel, Field

from features import enabled


class ObjectMeta(BaseModel):
    name: str = ""


class WidgetSpec(BaseModel):
    burst: int | None = Field(default=None, json_schema_extra={"feature_gate": "Burst"})
    other: int | None = Field(default=None, description="not gated")


class Widget(BaseModel):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: WidgetSpec = Field(default_factory=WidgetSpec)


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        if enabled("Burst") or old.spec.burst is not None:
            return obj
        return obj.model_copy(update={"spec": obj.spec.model_copy(update={"burst": None})})


class BadStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return obj.model_copy(update={"spec": obj.spec.model_copy(update={"other": 1})})
