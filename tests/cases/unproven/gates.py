"""Drops that can't be seen into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from elsewhere import drop_disabled_fields, in_use
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


class UnresolvedDropStrategy:
    # unproven: gated-field-not-dropped[spec.burst], gated-field-dropped-in-use[spec.burst]
    # unproven: gated-field-dropped-when-enabled[spec.burst]
    # undecided: ungated-field-dropped
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class UnresolvedUseStrategy:
    # undecided: gated-field-not-dropped[spec.burst], gated-field-dropped-in-use[spec.burst]
    """An in-use test of another package: right or wrong is not to be seen."""

    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and not in_use(old.spec.burst):
            obj.spec.burst = None
