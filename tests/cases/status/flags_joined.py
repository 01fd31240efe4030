"""Flags say which parts are kept: joined, lacking some, gone over bit by bit."""

from __future__ import annotations

import enum
from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class FerrySpec:
    cars: int = 0


@dataclass
class FerryStatus:
    docked: bool = False


@dataclass
class Ferry:
    metadata: ObjectMeta
    spec: FerrySpec
    status: FerryStatus


class Kept(enum.Flag):
    STATUS = enum.auto()
    SPEC = enum.auto()
    ALL = STATUS | SPEC
    NOTHING = 0


class FerryStrategy:
    keeps = Kept.ALL

    def prepare_for_create(self, obj: Ferry) -> None:
        obj.status = FerryStatus()

    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        if self.keeps & Kept.STATUS:
            obj.status = old.status


class JoinedStrategy(FerryStrategy):
    keeps = Kept.SPEC | Kept.STATUS


class LackingStrategy(FerryStrategy):  # expect: status-not-kept-on-update
    keeps = Kept.ALL & ~Kept.STATUS


class OtherStrategy(FerryStrategy):  # expect: status-not-kept-on-update
    keeps = Kept.ALL ^ Kept.STATUS


class NoneKeptStrategy(FerryStrategy):  # expect: status-not-kept-on-update
    keeps = Kept.NOTHING


class InsideStrategy(FerryStrategy):
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        if Kept.STATUS in self.keeps and Kept.STATUS | Kept.SPEC == Kept.ALL:
            obj.status = old.status


class EachStrategy(FerryStrategy):
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        for part in Kept.ALL:
            setattr(obj, part.name.lower(), getattr(old, part.name.lower()))


class EachOfOneStrategy(FerryStrategy):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        for part in Kept.ALL & Kept.SPEC:
            setattr(obj, part.name.lower(), getattr(old, part.name.lower()))
