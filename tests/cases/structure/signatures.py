"""Parameters are read by position; static hooks have no ``self``; hooks may be async."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


class StaticStrategy:
    @staticmethod
    def prepare_for_create(obj: Widget) -> None:
        obj.status = ""

    @staticmethod
    def prepare_for_update(obj: Widget, old: Widget) -> None:
        obj.status = old.status


class StaticLeakStrategy:  # expect: status-not-kept-on-update[status]
    @staticmethod
    def prepare_for_create(obj: Widget) -> None:
        obj.status = ""

    @staticmethod
    def prepare_for_update(obj: Widget, old: Widget) -> None:
        old.status = obj.status


class AsyncStrategy:
    async def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        await wipe(obj)

    async def prepare_for_update(self, ctx: object, obj: Widget, old: Widget) -> None:
        obj.status = await kept(old)


class AsyncLeakStrategy:  # expect: status-not-wiped-on-create[status]
    async def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        wipe(obj)  # never awaited: never run

    async def prepare_for_update(self, ctx: object, obj: Widget, old: Widget) -> None:
        obj.status = await kept(old)


class OtherNamesStrategy:
    def prepare_for_create(self, request: object, widget: Widget) -> None:
        widget.status = ""

    def prepare_for_update(self, request: object, widget: Widget, before: Widget) -> None:
        widget.status = before.status


class OtherNamesLeakStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, request: object, widget: Widget) -> None:
        widget.status = ""

    def prepare_for_update(self, request: object, widget: Widget, before: Widget) -> None:
        before.status = widget.status


class OldFirstStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, old_widget: Widget, widget: Widget) -> None:
        widget.status = old_widget.status


class CurrentFirstStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, current: Widget, desired: Widget) -> None:
        desired.status = current.status


async def wipe(obj: Widget) -> None:
    obj.status = ""


async def kept(old: Widget) -> str:
    return old.status
