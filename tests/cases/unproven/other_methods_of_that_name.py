"""Methods that have the name of a container's, and other arguments: nobody knows what they do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meta:
    generation: int = 0


@dataclass
class FerryStatus:
    aboard: int = 0
    queue: list[str] = field(default_factory=list)


@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    status: FerryStatus = field(default_factory=FerryStatus)


class Kept:  # expect: status-not-wiped-on-create[status]
    def prepare_for_update(self, ctx: Any, obj: Ferry, old: Ferry) -> None:
        obj.status = old.status


class ClearedElsewhereStrategy(Kept):  # unproven: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: Any, obj: Ferry) -> None:
        ctx.clear(obj)
        obj.status.aboard = 0


class AddedElsewhereStrategy(Kept):  # unproven: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: Any, obj: Ferry) -> None:
        ctx.add(obj, "boarding")


class ClearedHereStrategy(Kept):
    def prepare_for_create(self, ctx: Any, obj: Ferry) -> None:
        obj.status.queue.clear()
        obj.status.aboard = 0


class AddedToAListStrategy(Kept):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: Any, obj: Ferry) -> None:
        ctx.seen.append(obj)
