from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


class Widgets:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class Conditions(Widgets):  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = obj.status.strip()


def new_conditions() -> Conditions:
    return Conditions()
