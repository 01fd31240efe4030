"""Every way to keep the old status on update that conforms."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace


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


class DeepCopyStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = copy.deepcopy(old.status)


class ServerChosenStrategy:
    """A server may change single fields of the status it kept."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = copy.deepcopy(old.status)
        if obj.spec.replicas != old.spec.replicas:
            obj.status.phase = "Scaling"


class ReplaceOldStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = replace(old.status, phase="Updating")


class FieldByFieldStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status.phase = old.status.phase
        obj.status.ready = old.status.ready
        obj.status.conditions = list(old.status.conditions)


class RebuiltStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        kept = old.status
        obj.status = WidgetStatus(phase=kept.phase, ready=kept.ready, conditions=kept.conditions)


class SpecAndStatusRestoredStrategy:
    """A certificate request: nothing but metadata may change."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec, obj.status = old.spec, old.status


class GuardedByDifferenceStrategy:
    """Equal values need no copy."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.status != old.status:
            obj.status = old.status
