"""A gate in ``Annotated``, and every way to ask for it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated, Any

import features
from apimachinery.gates import FeatureGate
from features import enabled, feature_enabled

BURST = "Burst"


class Feature(str, enum.Enum):
    BURST = "Burst"


class Names:
    BURST = "Burst"


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


class StringStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class ConstantStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not features.is_enabled(BURST):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not features.is_enabled(BURST) and old.spec.burst is None:
            obj.spec.burst = None


class EnumStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not feature_enabled(Feature.BURST):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not feature_enabled(Feature.BURST) and old.spec.burst is None:
            obj.spec.burst = None


class InjectedGatesStrategy:
    def __init__(self, gates: Any) -> None:
        self.gates = gates

    def prepare_for_create(self, obj: Widget) -> None:
        if not self.gates.enabled(Names.BURST):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not self.gates.enabled(Names.BURST) and old.spec.burst is None:
            obj.spec.burst = None


class NeverAskedStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.name = old.metadata.name


class PluginStrategy:  # expect: gated-field-not-dropped[spec.burst]
    """A function of that name, asked about something that is no gate."""

    def prepare_for_create(self, obj: Widget) -> None:
        if features.enabled("audit"):
            obj.metadata.name = "audited"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if features.enabled("audit"):
            obj.metadata.name = "audited"
