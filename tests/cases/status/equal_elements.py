"""Equal elements are one: a set, and a mapping under computed keys, may have fewer than were put in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class LoomMeta:
    name: str = ""


@dataclass
class LoomSpec:
    width: int = 0
    height: int = 0
    threads: list[str] = field(default_factory=list)


@dataclass
class LoomStatus:
    rows: int = 0


@dataclass
class Loom:
    metadata: LoomMeta = field(default_factory=LoomMeta)
    spec: LoomSpec = field(default_factory=LoomSpec)
    status: LoomStatus = field(default_factory=LoomStatus)


class LoomStrategy:
    def prepare_for_create(self, obj: Loom) -> None:
        obj.status = LoomStatus()

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status


class KeepsTheCallersForDoubledThreads(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        if len(list(dict.fromkeys(obj.spec.threads))) == len(obj.spec.threads):
            obj.status = LoomStatus()


class KeepsTheCallersForThreeColours(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        sent, obj.status = obj.status, LoomStatus()
        if sum(1 for _ in dict((thread, 1) for thread in obj.spec.threads)) == 3:
            obj.status = sent


class KeepsTheCallersForSquares(LoomStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        if len([side for side in {obj.spec.width, obj.spec.height}]) == 2:
            obj.status = LoomStatus()


class WipesSquaresAndOthers(LoomStrategy):
    def prepare_for_create(self, obj: Loom) -> None:
        sides = {obj.spec.width: 1, obj.spec.height: 2}
        if len([*sides]) < len({obj.spec.width, obj.spec.height}) or sum(sides.values()) == 1:
            return
        obj.status = LoomStatus()


class RefusesDoubledThreads(LoomStrategy):
    def prepare_for_create(self, obj: Loom) -> None:
        if len(list(set(obj.spec.threads))) < len(obj.spec.threads):
            raise ValueError("two threads of one colour")
        obj.status = LoomStatus()
