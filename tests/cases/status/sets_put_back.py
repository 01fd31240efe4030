"""Sets of a status that are put back element by element, in place."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class LoomStatus:
    threads: set[str] = field(default_factory=set)


@dataclass
class Loom:
    metadata: Metadata = field(default_factory=Metadata)
    status: LoomStatus = field(default_factory=LoomStatus)


class Create:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        obj.status = LoomStatus()


class SharedAndAddedStrategy(Create):
    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        obj.status.threads &= old.status.threads
        obj.status.threads |= old.status.threads


class ClearedAndFilledStrategy(Create):
    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        obj.status.threads.clear()
        obj.status.threads.update(old.status.threads)


class AddedStrategy(Create):  # expect: status-not-kept-on-update
    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        obj.status.threads |= old.status.threads


class SharedStrategy(Create):  # expect: status-not-kept-on-update
    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        obj.status.threads &= old.status.threads
