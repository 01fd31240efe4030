"""The hook and the list of reset fields ask for the same gate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetStatus:
    phase: str = ""
    detail: Annotated[str, FeatureGate("Detail")] = ""


@dataclass
class WidgetSpec:
    owner: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class CorrelatedStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if enabled("Detail"):
            obj.spec.owner = old.spec.owner

    def get_reset_fields(self) -> set[str]:
        if enabled("Detail"):
            return {"status", "spec.owner"}
        return {"status"}


class UncorrelatedStrategy(CorrelatedStrategy):  # expect: reset-fields-mismatch
    def get_reset_fields(self) -> set[str]:
        if not enabled("Detail"):
            return {"status", "spec.owner"}
        return {"status"}
