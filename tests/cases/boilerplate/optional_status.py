"""Where status is optional, its zero is ``None``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    replicas: int = 0
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str | None = None


class DefaultStrategy:
    # expect: boilerplate-hook[prepare_for_create], boilerplate-hook[prepare_for_update]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = None
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class DefaultingStrategy(DefaultStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = None
        if not enabled("Burst"):
            obj.spec.burst = None
        elif obj.spec.burst is None:
            obj.spec.burst = obj.spec.replicas * 2


class ServerPhaseStrategy(DefaultStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = "Pending"
        if not enabled("Burst"):
            obj.spec.burst = None
