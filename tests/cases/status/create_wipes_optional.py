"""Where status is optional, ``None`` is a wipe."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta
    status: WidgetStatus | None = None


class NoneStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class GuardedStrategy:
    """Where there is no status there is nothing to wipe."""

    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status is not None:
            obj.status = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class DeletesTooLittleStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status is not None and obj.status.phase == "Broken":
            obj.status = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class KeepsIfThereStrategy:  # expect: status-not-kept-on-update[status]
    """An old object without a status lets the caller's in."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if old.status is not None:
            obj.status = old.status
