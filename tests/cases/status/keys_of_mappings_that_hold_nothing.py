"""Mappings may have a key that holds ``None``, where the type of their values allows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class LoomSpec:
    threads: dict[str, int | None] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class LoomStatus:
    woven: int = 0


@dataclass
class Loom:
    metadata: ObjectMeta
    spec: LoomSpec
    status: LoomStatus


class LoomStrategy:
    def prepare_for_create(self, obj: Loom) -> None:
        obj.status = LoomStatus()

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status


class NoThreadsStrategy(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        if not ("warp" in obj.spec.threads and obj.spec.threads["warp"] is None):
            obj.status = LoomStatus()


class NothingExtraStrategy(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        if obj.spec.extra.get("warp", 1) is not None:
            obj.status = LoomStatus()


class TakenOutStrategy(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        if obj.spec.threads.pop("warp", 1) is None:
            return
        obj.status = LoomStatus()


class CountedStrategy(LoomStrategy):
    def prepare_for_create(self, obj: Loom) -> None:
        if obj.spec.counted.get("warp", 1) is not None:
            obj.status = LoomStatus()


class PutInStrategy(LoomStrategy):
    def prepare_for_create(self, obj: Loom) -> None:
        obj.spec.threads["warp"] = None
        if "warp" in obj.spec.threads:
            obj.status = LoomStatus()


class AbsentOrNoneStrategy(LoomStrategy):
    def prepare_for_create(self, obj: Loom) -> None:
        if obj.spec.threads.get("warp") is None or "warp" in obj.spec.threads:
            obj.status = LoomStatus()
