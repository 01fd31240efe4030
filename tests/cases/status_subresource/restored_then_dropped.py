"""Drops that run over a spec that was just restored from the old object, through an alias."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from features import enabled


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


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
    status: str = ""


def drop_unless_in_use(obj: Widget, old: Widget | None) -> None:
    if not enabled("Burst") and (old is None or old.spec.burst is None):
        obj.spec.burst = None


def drop_always(obj: Widget) -> None:
    if not enabled("Burst"):
        obj.spec.burst = None


class HarmlessDropStatusStrategy:
    """Dropping what is not in use changes nothing."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        drop_unless_in_use(obj, old)


class DropThroughAliasStatusStrategy:  # expect: spec-not-kept-on-status-update
    """The stored spec is the old one by identity, and loses a field that it had."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        drop_always(obj)


class DropThenRestoreStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_always(obj)
        obj.spec = old.spec
