"""Inherited hooks, and ``super()``."""

from __future__ import annotations

from dataclasses import dataclass, field

from base import BaseStrategy


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str | None = None


class InheritedStrategy(BaseStrategy):
    object_type = Widget


class OverriddenMethodStrategy(BaseStrategy):
    object_type = Widget

    def empty_status(self) -> str:
        return "Pending"


class OverriddenMethodBreaksStrategy(BaseStrategy):  # expect: status-not-wiped-on-create[status]
    object_type = Widget

    def __init__(self) -> None:
        self.kept = "kept"

    def prepare_for_create(self, obj: Widget) -> None:
        self.asked = obj.status
        super().prepare_for_create(obj)

    def extra_create(self, obj: Widget) -> None:
        obj.status = self.asked


class SuperFirstStrategy(BaseStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        super().prepare_for_create(obj)
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        super().prepare_for_update(obj, old)


class NoSuperStrategy(BaseStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.name = obj.metadata.name.lower()


class SuperInOneBranchStrategy(BaseStrategy):  # expect: status-not-kept-on-update[status]
    object_type = Widget

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.metadata.name != "fixed":
            super().prepare_for_update(obj, old)


class ByClassNameStrategy(BaseStrategy):
    object_type = Widget

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        BaseStrategy.prepare_for_update(self, obj, old)


class UndoneAfterwardsStrategy(BaseStrategy):  # expect: status-not-kept-on-update[status]
    object_type = Widget

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        asked = obj.status
        super().prepare_for_update(obj, old)
        obj.status = asked
