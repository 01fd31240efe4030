"""Context managers that swallow nothing, async loops, deletion, nested contexts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

lock = threading.Lock()


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    items: list[str] = field(default_factory=list)
    status: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def timed(name: str):
    print("start", name)
    yield
    print("end", name)


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class LockedStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        with lock:
            obj.status = {}


class TimedStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        with timed("create"), lock:
            obj.status = {}


class ReturnsInsideStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        with lock:
            if not obj.items:
                return
            obj.status = {}


class ClearedStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.clear()


class OneKeyClearedStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status.pop("phase", None)


class UpdatedStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status |= {"phase": "Pending"}


async def phases() -> AsyncIterator[str]:
    yield "Pending"


async def words(items: list[str]) -> AsyncIterator[str]:
    for item in items:
        yield item


class AsyncLoopStrategy(Keeps):
    async def prepare_for_create(self, obj: Widget) -> None:
        obj.status = {}
        async for phase in phases():
            obj.status["phase"] = phase


class AsyncLoopLeakStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    async def prepare_for_create(self, obj: Widget) -> None:
        async for phase in words(obj.items):
            obj.status = {"phase": phase}


class AsyncLoopOnceStrategy(Keeps):
    async def prepare_for_create(self, obj: Widget) -> None:
        async for phase in phases():
            obj.status = {"phase": phase}
