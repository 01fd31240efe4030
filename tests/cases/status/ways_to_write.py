"""Ways to write a part other than a plain assignment, and ways to make a fresh one."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    mode: str = ""


@dataclass
class WidgetStatus:
    phase: str = ""
    conditions: list[str] = field(default_factory=list)

    @classmethod
    def initial(cls) -> WidgetStatus:
        return cls(phase="Pending")

    @classmethod
    def of_spec(cls, spec: WidgetSpec) -> WidgetStatus:
        return cls(phase=spec.mode)

    def carried_on(self) -> WidgetStatus:
        return WidgetStatus(phase=self.phase)

    def reset(self) -> None:
        self.phase = ""
        self.conditions.clear()

    def reset_phase(self) -> None:
        self.phase = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)

    def wipe(self) -> None:
        self.status = WidgetStatus()

    def keep(self, old: Widget) -> None:
        self.status = old.status


EMPTY = WidgetStatus()


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class ConstantSetattrStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        setattr(obj, "status", WidgetStatus())

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        object.__setattr__(obj, "status", getattr(old, "status"))


class ConstantSetattrLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        setattr(obj, "state", WidgetStatus())


class SameClassStrategy(Keeps):
    """A new value of the same class carries nothing over."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = type(obj.status)()


class ModuleConstantStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = copy.deepcopy(EMPTY)


class ClassMethodStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus.initial() if obj.spec.mode == "" else WidgetStatus.of_spec(obj.spec)


class MethodLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = obj.status.carried_on()


class ResetMethodStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.reset()


class ResetMethodLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.reset_phase()


class MethodOfTheObjectStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.wipe()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.keep(old)


class MethodOfTheOldObjectStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.wipe()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.keep(obj)


class ClearedInPlaceStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.phase = ""
        obj.status.conditions[:] = []


class ShallowCopyStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """A shallow copy shares the list, and carries the phase."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = copy.copy(obj.status)
        obj.status.conditions.clear()
