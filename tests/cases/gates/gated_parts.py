"""A gate on a structured field: the whole part comes and goes, and gates nest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Limits:
    low: int = 0
    high: Annotated[int | None, FeatureGate("High")] = None


@dataclass
class WidgetSpec:
    replicas: int = 0
    limits: Annotated[Limits | None, FeatureGate("Limits")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


def limits_used(old: Widget | None) -> bool:
    return old is not None and old.spec.limits is not None


def high_used(old: Widget | None) -> bool:
    return old is not None and old.spec.limits is not None and old.spec.limits.high is not None


def drop_high(obj: Widget, old: Widget | None) -> None:
    if obj.spec.limits is not None and not enabled("High") and not high_used(old):
        obj.spec.limits.high = None


class BothDroppedStrategy:
    """The inner field goes with the outer one though its own gate is on: where its holder goes, it goes."""

    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    def drop(self, obj: Widget, old: Widget | None) -> None:
        if not enabled("Limits") and not limits_used(old):
            obj.spec.limits = None
        drop_high(obj, old)


class InnerForgottenStrategy:
    # expect: gated-field-not-dropped[spec.limits.high]
    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    def drop(self, obj: Widget, old: Widget | None) -> None:
        if not enabled("Limits") and not limits_used(old):
            obj.spec.limits = None


class OuterForgottenStrategy:  # expect: gated-field-not-dropped[spec.limits]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_high(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_high(obj, old)
