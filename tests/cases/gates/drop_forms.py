"""Every way to write a drop that conforms."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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


def burst_in_use(widget: Widget | None) -> bool:
    return widget is not None and widget.spec.burst is not None


def burst_in_use_spec(spec: WidgetSpec | None) -> bool:
    if spec is None:
        return False
    return spec.burst is not None


def drop_disabled_fields(obj: Widget, old: Widget | None) -> None:
    if not enabled("Burst") and not burst_in_use(old):
        obj.spec.burst = None


def drop_after_early_return(new: Widget, stored: Widget | None) -> None:
    if enabled("Burst") or burst_in_use(stored):
        return
    new.spec.burst = None


def drop_from_spec(spec: WidgetSpec, old_spec: WidgetSpec | None) -> None:
    if burst_in_use_spec(old_spec):
        return
    if enabled("Burst"):
        return
    spec.burst = None


class CombinedStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class EarlyReturnStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        drop_after_early_return(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_after_early_return(obj, old)


class PartStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        drop_from_spec(obj.spec, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_from_spec(obj.spec, old.spec if old else None)


class NestedStrategy:
    """The gate outside, the use inside."""

    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    @staticmethod
    def drop(obj: Widget, old: Widget | None) -> None:
        if not enabled("Burst"):
            if old is None or old.spec.burst is None:
                obj.spec.burst = None


class UseFirstStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.burst = obj.spec.burst if enabled("Burst") else None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if old.spec.burst is None and not enabled("Burst"):
            obj.spec = replace(obj.spec, burst=None)


class DefaultWhenEnabledStrategy:
    """A server default for a value that is not set is no drop."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)
        if enabled("Burst") and obj.spec.burst is None:
            obj.spec.burst = 5

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class AskedForAnotherReasonStrategy:
    """The gate is asked for a reason that is no drop."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)
        if enabled("Burst"):
            obj.spec.replicas = max(obj.spec.replicas, 1)


class RejectingStrategy:
    """A path that raises stores nothing."""

    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst") and obj.spec.burst is not None:
            raise ValueError("burst is disabled")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and obj.spec.burst is not None and old.spec.burst is None:
            raise ValueError("burst is disabled")
