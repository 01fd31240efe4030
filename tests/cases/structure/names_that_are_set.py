"""Names of modules, classes and functions that a hook sets, and containers that unseen calls gave."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from somewhere import pool


@dataclass
class Meta:
    name: str = ""


@dataclass
class MillSpec:
    stones: list[str] = field(default_factory=list)


@dataclass
class MillStatus:
    turns: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class Mill:
    metadata: Meta
    spec: MillSpec
    status: MillStatus


LATEST = ""


class Ledger:
    entries: dict[str, int] = {}

    def total(self):
        return self.entries.get("turns", 0)


def latest():
    return LATEST


class SharedTableStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        Ledger.entries["turns"] = mill.status.turns
        mill.status = MillStatus(turns=Ledger().total())

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class SharedTableForOthersStrategy:
    def prepare_for_create(self, ctx, mill: Mill):
        Ledger.entries["turns"] = mill.status.turns
        Ledger.entries["turns"] = 3
        mill.status = MillStatus(turns=Ledger().total())

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class ClassAttributeStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        Ledger.sent = mill.status
        mill.status = MillStatus()
        mill.status.turns = Ledger().sent.turns

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class GlobalsStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        globals()["LATEST"] = mill.status.turns
        mill.status = MillStatus(turns=latest())

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class GlobalsOfTheServerStrategy:
    def prepare_for_create(self, ctx, mill: Mill):
        globals()["LATEST"] = mill.metadata.name
        mill.status = MillStatus(notes=[latest()])

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class BodyOfAClassStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        class Seen:
            if mill.status.turns:
                turned = True

        mill.status = MillStatus(turns=1 if hasattr(Seen, "turned") else 0)

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class BodyThatWipesStrategy:
    def prepare_for_create(self, ctx, mill: Mill):
        class Fresh:
            mill.status = MillStatus()
            for stone in mill.spec.stones:
                pass

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class UnseenContainerStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        held = pool.take()
        held.append(mill.status.turns)
        mill.status = MillStatus(turns=1 if held else 0)

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class GroupsStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, mill: Mill):
        groups = defaultdict(list)
        groups["notes"].extend(mill.status.notes)
        mill.status = MillStatus(notes=groups["notes"])

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status


class GroupsOfTheSpecStrategy:
    def prepare_for_create(self, ctx, mill: Mill):
        groups = defaultdict(list)
        groups["stones"].extend(mill.spec.stones)
        mill.status = MillStatus(notes=groups["stones"])

    def prepare_for_update(self, ctx, mill: Mill, old: Mill):
        mill.status = old.status
