"""Of the strategy rules only this one (and the gates') applies to other subresources."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0
    image: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str = ""


class ScaleStrategy:
    subresource = "scale"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        obj.spec.image = old.spec.image

    def get_reset_fields(self) -> set[str]:
        return {"status", "spec.image"}


class ScaleForgetfulStrategy:  # expect: reset-fields-mismatch
    subresource = "scale"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status

    def get_reset_fields(self) -> set[str]:
        return {"status", "spec.image"}


class SilentScaleStrategy:  # unchecked
    """Says nothing about its fields, and may do as it likes."""

    subresource = "scale"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.generation = 3
