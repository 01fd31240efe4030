"""Loops run zero or more times; over a non-empty literal once for each element; ``while True`` at least once."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetStatus:
    phase: str = ""
    ready: int = 0
    detail: str | None = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    items: list[str] = field(default_factory=list)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class LiteralLoopStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        for phase in ("Pending", "Ready"):
            obj.status = WidgetStatus(phase=phase)


class FieldNamesStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        for name in ("phase", "ready", "detail"):
            setattr(obj.status, name, None)


class FieldNameForgottenStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        for name in ("phase", "ready"):
            setattr(obj.status, name, None)


class ConstantNamesStrategy(Keeps):
    FIELDS = ("phase", "ready", "detail")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for name in self.FIELDS:
            setattr(obj.status, name, getattr(old.status, name))

    def prepare_for_create(self, obj: Widget) -> None:
        for name, value in (("phase", ""), ("ready", 0), ("detail", None)):
            setattr(obj.status, name, value)


class PerItemStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """An object without items keeps its status."""

    def prepare_for_create(self, obj: Widget) -> None:
        for item in obj.items:
            obj.status = WidgetStatus(phase=item)


class PerItemAfterWipeStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        for item in obj.items:
            if not item:
                continue
            obj.status.ready += 1


class ForeverStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        while True:
            obj.status = WidgetStatus()
            if not obj.items:
                break
            obj.items.pop()


class ForeverLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        while True:
            if not obj.items:
                break
            obj.status = WidgetStatus()
            obj.items.pop()


class WhileStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        while obj.items:
            obj.status = WidgetStatus()
            obj.items.pop()


class ForElseStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        for item in obj.items:
            if item == "stop":
                obj.status = WidgetStatus(phase="Stopped")
                break
        else:
            obj.status = WidgetStatus()


class ForElseLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        for item in obj.items:
            if item == "stop":
                break
        else:
            obj.status = WidgetStatus()


class CarriedAroundStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """The value is carried from one turn to a later one."""

    def prepare_for_create(self, obj: Widget) -> None:
        carried = ""
        for _ in obj.items:
            obj.metadata.name = carried
            carried = obj.status.phase
        obj.status = WidgetStatus(phase=carried)


class ReturnsFromLoopStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        for item in obj.items:
            if item == "stop":
                return
        obj.status = WidgetStatus()
