"""Helpers behind helpers, closures, nested functions, partials, recursion."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    items: list[str] = field(default_factory=list)
    status: str = ""


def set_status(obj: Widget, value: str) -> None:
    obj.status = value


def first(obj: Widget) -> None:
    second(obj)


def second(obj: Widget) -> None:
    third(obj, "")


def third(obj: Widget, value: str) -> None:
    set_status(obj, value)


def count(items: list[str]) -> int:
    return 0 if not items else 1 + count(items[1:])


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class ChainStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        first(obj)


class NestedFunctionStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        def wipe() -> None:
            obj.status = ""

        wipe()


class NeverCalledStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        def wipe() -> None:
            obj.status = ""

        self.wipe = wipe


class PartialStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        wipe = functools.partial(set_status, value="")
        wipe(obj)


class PartialLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        put = functools.partial(set_status, value=obj.status)
        first(obj)
        put(obj)


class LambdaStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        empty = lambda: ""  # noqa: E731
        obj.status = empty()


class RecursiveStrategy(Keeps):
    """The recursion is given nothing that matters."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = str(count(obj.items))


class KeywordsStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        arguments = {"obj": obj, "value": ""}
        set_status(**arguments)


class StarArgumentsStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        set_status(*(obj, ""))


class ReturnedValueStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        status = self.remember(obj)
        first(obj)
        obj.status = status

    def remember(self, obj: Widget) -> str:
        return obj.status
