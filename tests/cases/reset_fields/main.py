"""The fields that a main strategy says it resets are those it puts back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0
    paused: bool = False
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str = ""


def drop(obj: Widget, old: Widget | None) -> None:
    if not enabled("Burst") and (old is None or old.spec.burst is None):
        obj.spec.burst = None


class Conforming:
    def prepare_for_create(self, obj):
        obj.status = ""
        obj.metadata.generation = 1
        drop(obj, None)

    def prepare_for_update(self, obj, old):
        obj.status = old.status
        drop(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class SetStrategy(Conforming):
    object_type = Widget

    def get_reset_fields(self) -> set[str]:
        return {"status"}


class ListStrategy(Conforming):
    object_type = Widget

    def get_reset_fields(self) -> list[str]:
        return ["status"]


class ByVersionStrategy(Conforming):
    object_type = Widget

    def get_reset_fields(self) -> dict[str, set[str]]:
        return {"widgets/v1": {"status"}, "widgets/v1beta1": {"status"}}


class EmptyStrategy(Conforming):  # expect: reset-fields-mismatch
    object_type = Widget

    def get_reset_fields(self) -> set[str]:
        return set()


class OneVersionForgottenStrategy(Conforming):  # expect: reset-fields-mismatch
    object_type = Widget

    def get_reset_fields(self) -> dict[str, set[str]]:
        return {"widgets/v1": {"status"}, "widgets/v1beta1": set()}


class TooManyStrategy(Conforming):  # expect: reset-fields-mismatch
    object_type = Widget

    def get_reset_fields(self) -> tuple[str, ...]:
        return ("status", "spec")


class GatedFieldNamedStrategy(Conforming):  # expect: reset-fields-mismatch
    """Gated drops are not named."""

    object_type = Widget

    def get_reset_fields(self) -> set[str]:
        return {"status", "spec.burst"}


class RestoresPausedStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""
        obj.metadata.generation = 1
        drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        obj.spec.paused = old.spec.paused
        drop(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1

    def get_reset_fields(self) -> set[str]:
        return {"status", "spec.paused"}


class RestoresPausedUnnamedStrategy(RestoresPausedStrategy):  # expect: reset-fields-mismatch
    def get_reset_fields(self) -> set[str]:
        return {"status"}


class NamesWhatItLeavesStrategy(RestoresPausedStrategy):  # expect: reset-fields-mismatch
    def get_reset_fields(self) -> set[str]:
        return super().get_reset_fields() | {"spec.replicas"}


class BuiltUpStrategy(RestoresPausedStrategy):
    def get_reset_fields(self) -> set[str]:
        fields = {"status"}
        fields.add("spec.paused")
        return fields
