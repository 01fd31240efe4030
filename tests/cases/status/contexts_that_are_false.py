"""A context that is nothing but a parameter may count as false; the object may not, nor one of a class that is always
true. A context is handed in any case: it is never ``None``, whatever its declaration allows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class LoomStatus:
    phase: str = ""


@dataclass
class Loom:
    metadata: ObjectMeta
    status: LoomStatus


class Request:
    dry_run: bool = False


class KeepsOldStrategy:
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        obj.status = LoomStatus()

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        obj.status = old.status


class WipesForSomebodyStrategy(KeepsOldStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not ctx:
            return
        obj.status = LoomStatus()


class WipesForNobodyStrategy(KeepsOldStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not ctx:
            obj.status = LoomStatus()


class WipesInAnyCaseStrategy(KeepsOldStrategy):
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if ctx:
            obj.status = LoomStatus()
        else:
            obj.status = LoomStatus(phase="new")


class WipesForRequestsStrategy(KeepsOldStrategy):
    def prepare_for_create(self, request: Request, obj: Loom) -> None:
        if not request:
            return
        obj.status = LoomStatus()


class WipesWhatIsThereStrategy(KeepsOldStrategy):
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not obj:
            return
        obj.status = LoomStatus()


class WipesUnlessThereIsNoneStrategy(KeepsOldStrategy):
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if ctx is None:
            return
        obj.status = LoomStatus()


class WipesUnlessNoneIsHandedStrategy(KeepsOldStrategy):
    def prepare_for_create(self, ctx: Request | None, obj: Loom) -> None:
        if ctx is None:
            return
        obj.status = LoomStatus()


class WipesWhereThereIsNoneStrategy(KeepsOldStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: Request | None, obj: Loom) -> None:
        if ctx is None:
            obj.status = LoomStatus()
