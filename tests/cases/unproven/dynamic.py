"""Dynamic attributes, and decorators that can't be resolved."""

from __future__ import annotations

from dataclasses import dataclass, field

from elsewhere import instrumented


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: dict[str, str] = field(default_factory=dict)
    status: str = ""


class Wipes:
    def prepare_for_create(self, obj):
        obj.status = ""


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class DynamicSetStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        for name, value in obj.data.items():
            setattr(obj, name, value)


class DynamicSetFirstStrategy(Wipes):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for name, value in obj.data.items():
            setattr(obj, name, value)
        obj.status = old.status


class DynamicWipeStrategy(Keeps):  # unproven: status-not-wiped-on-create[status]
    def __init__(self, part: str) -> None:
        self.part = part

    def prepare_for_create(self, obj: Widget) -> None:
        setattr(obj, self.part, "")


class DynamicWipeInLoopStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """Where there are no parts, nothing is wiped."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts

    def prepare_for_create(self, obj: Widget) -> None:
        for part in self.parts:
            setattr(obj, part, "")


class UnresolvedDecoratorStrategy(Keeps):  # unproven: status-not-wiped-on-create[status]
    @instrumented
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""


class OneHookDecoratedStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    @instrumented(level=3)
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.status = obj.status
