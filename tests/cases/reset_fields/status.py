"""The fields that a status strategy says it resets are those it puts back."""

from __future__ import annotations

from dataclasses import dataclass, field

from apimachinery.rest import reset_object_meta_for_status


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


class WidgetStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status

    def get_reset_fields(self) -> set[str]:
        return {"status"}


class CompleteStatusStrategy(WidgetStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, old.metadata)

    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata.labels", "metadata.annotations"}


class WholeMetadataStatusStrategy(WidgetStrategy):
    """Naming a whole part covers what is in it."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata

    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata"}


class InheritedStatusStrategy(WidgetStrategy):  # expect: reset-fields-mismatch
    """Inherits the main strategy's fields, and resets others."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata


class SpecForgottenStatusStrategy(WidgetStrategy):  # expect: reset-fields-mismatch
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, old.metadata)

    def get_reset_fields(self) -> set[str]:
        return {"metadata.labels", "metadata.annotations"}


class AnnotationsForgottenStatusStrategy(WidgetStrategy):  # expect: reset-fields-mismatch
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, old.metadata)

    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata.labels"}
