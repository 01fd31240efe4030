"""Every way to wipe status on create that conforms."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    replicas: int = 0


@dataclass
class WidgetStatus:
    phase: str = ""
    ready: int = 0
    conditions: list[str] = field(default_factory=list)


@dataclass
class Widget:
    metadata: ObjectMeta
    spec: WidgetSpec
    status: WidgetStatus


class EmptyStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ContextStrategy:
    def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, ctx: object, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class StartingValuesStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(phase="Pending", conditions=["Created"])

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class PopulatesFromSpecStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.status.ready = obj.spec.replicas
        obj.status.phase = datetime.datetime.now().isoformat()
        obj.status.conditions.append("Created")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class FieldByFieldStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.phase = "Pending"
        obj.status.ready = 0
        obj.status.conditions = []

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class AliasedPartStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        status = obj.status
        status.phase = ""
        status.ready = 0
        status.conditions = []

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        new_widget, old_widget = obj, old
        new_widget.status = old_widget.status


class BothBranchesStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.spec.replicas > 0:
            obj.status = WidgetStatus(phase="Pending")
        else:
            obj.status = WidgetStatus(phase="Idle")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class LaterWipeStrategy:
    """What happens to the caller's status before it is wiped is nobody's business."""

    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status.phase == "Broken":
            obj.status.phase = "Pending"
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
