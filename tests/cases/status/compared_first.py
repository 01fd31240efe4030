"""Status is written only where it differs from what is to be stored."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from typing import Optional


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetStatus:
    phase: str = ""
    count: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: WidgetStatus = field(default_factory=WidgetStatus)


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: Optional[WidgetStatus] = None


class ComparesWholeStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status != WidgetStatus():
            obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.status != old.status:
            obj.status = old.status


class ComparesFieldsStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for name in ("phase", "count"):
            if getattr(obj.status, name) != getattr(old.status, name):
                setattr(obj.status, name, getattr(old.status, name))


class ComparesTheWrongWayStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status == WidgetStatus():
            obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.status.phase != old.status.phase:
            obj.status = old.status


class MarksWhatDiffersStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status != WidgetStatus():
            obj.status = WidgetStatus(phase="Wiped")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ReplacesNothingStrategy:  # expect: status-not-kept-on-update[status]
    """``replace(None)`` raises, and the exception is swallowed: the caller's status stays."""

    def prepare_for_create(self, obj: Gadget) -> None:
        obj.status = None

    def prepare_for_update(self, obj: Gadget, old: Gadget) -> None:
        with contextlib.suppress(TypeError):
            obj.status = replace(old.status, count=1)
