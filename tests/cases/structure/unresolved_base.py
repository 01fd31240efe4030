"""Bases of another package: what the class itself writes is judged; what it may inherit is left open."""

from __future__ import annotations

from dataclasses import dataclass, field

from framework import RESTStrategy


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


class CompleteStrategy(RESTStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class LeakStrategy(RESTStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.name = "x"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class HalfStrategy(RESTStrategy):  # undecided: status-not-kept-on-update[status]
    """Whether the base keeps status is not to be seen."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""


class CallsOnStrategy(RESTStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        super().prepare_for_create(obj)
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class CallsOnOnlyStrategy(RESTStrategy):  # unproven: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        super().prepare_for_create(obj)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
