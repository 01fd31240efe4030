"""Every way to let the caller's status through on create."""

from __future__ import annotations

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


def qos_class(obj: Widget) -> str:
    if obj.status.phase:
        return obj.status.phase
    return "BestEffort"


class ForgottenStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.paused = False

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class AbsentHookStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class OneFieldForgottenStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.phase = ""
        obj.status.ready = 0

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class EarlyReturnStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.spec.paused:
            return
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ReadsWhileReplacingStrategy:  # expect: status-not-wiped-on-create[status]
    """The replacement is fresh, but a function that builds it reads the caller's status."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(phase=qos_class(obj))

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ReadsAfterReplacingStrategy:
    """The same function, asked once the caller's status is gone."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.status.phase = qos_class(obj)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class RebindsTheLocalStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        status = obj.status
        status = WidgetStatus()
        status.phase = "Pending"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class PutsBackStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        ready = obj.status.ready
        obj.status = WidgetStatus()
        obj.status.ready = ready

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ReplaceKeepsTheRestStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = replace(obj.status, phase="Pending")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class ReplaceAllStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = replace(obj.status, phase="Pending", ready=0, conditions=[])

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class AppendsStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        conditions = obj.status.conditions
        conditions.append("Created")
        obj.status = WidgetStatus(conditions=conditions)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class CaughtInTheDecisionStrategy:  # expect: status-not-wiped-on-create[status]
    """Which of two literals is stored is the caller's choice: the value depends on the caller's status."""

    def prepare_for_create(self, obj: Widget) -> None:
        phase = obj.status.phase
        obj.status = WidgetStatus()
        if phase == "Ready":
            obj.status.phase = "Ready"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
