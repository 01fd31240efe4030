"""Comprehensions and generator expressions that build the replacement."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Condition:
    type: str = ""
    value: str = ""


@dataclass
class WidgetStatus:
    conditions: list[Condition] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    wanted: list[str] = field(default_factory=list)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class FromPayloadStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(
            conditions=[Condition(type=name, value="Unknown") for name in obj.wanted],
            seen={name: "never" for name in obj.wanted},
        )

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class StatusCopiedStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(conditions=[c for c in obj.status.conditions if c.type in obj.wanted])

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class FromKeysStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(seen={key: "never" for key in obj.status.seen})

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class JoinedStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = WidgetStatus(
            conditions=old.status.conditions,
            seen={**old.status.seen, "asked": ",".join(c.value for c in obj.status.conditions)},
        )
