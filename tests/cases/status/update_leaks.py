"""Every way to lose the old status, or to let the caller's in, on update."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    paused: bool = False


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


def keep_status(old: Widget, new: Widget) -> None:
    new.status = old.status


class ForgottenStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.paused = False


class AbsentHookStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()


class WipedStrategy:  # expect: status-not-kept-on-update[status]
    """Nothing of the caller's survives, but all of the old is lost."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = WidgetStatus()


class SwappedSidesStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.status = obj.status


class RightOrderStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(old, obj)


class SwappedArgumentsStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(obj, old)


class NamedArgumentsStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(new=obj, old=old)


class OneFieldForgottenStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status.phase = old.status.phase
        obj.status.conditions = old.status.conditions


class CallersPhaseStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = replace(old.status, phase=obj.status.phase)


class MergedConditionsStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        conditions = old.status.conditions + obj.status.conditions
        obj.status = copy.deepcopy(old.status)
        obj.status.conditions = conditions


class OnlyWhenPausedStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not obj.spec.paused:
            obj.status = old.status


class CopiedTooEarlyStrategy:  # expect: status-not-kept-on-update[status]
    """The old object is changed first and then copied from."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.status.phase = obj.status.phase
        obj.status = old.status
