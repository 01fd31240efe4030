"""Status fields need gates like any other; the status strategy answers for them."""

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
    pressure: Annotated[int | None, FeatureGate("Pressure")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class WidgetStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class DroppingStatusStrategy(WidgetStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Pressure") and old.status.pressure is None:
            obj.status.pressure = None


class ForgetfulStatusStrategy(WidgetStrategy):  # expect: gated-field-not-dropped[status.pressure]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.name = old.metadata.name


class InUseIgnoredStatusStrategy(WidgetStrategy):  # expect: gated-field-dropped-in-use[status.pressure]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Pressure"):
            obj.status.pressure = None


class PhaseDecidesStatusStrategy(WidgetStrategy):
    # unproven: gated-field-not-dropped[status.pressure]
    # expect: gated-field-dropped-in-use[status.pressure]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Pressure") and old.status.phase == "":
            obj.status.pressure = None
