"""Operators are called as functions, by themselves and by others."""

from __future__ import annotations

import operator
from dataclasses import astuple, dataclass
from functools import reduce
from itertools import starmap


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class RaftSpec:
    logs: int = 0
    wood: str = ""


@dataclass
class RaftStatus:
    afloat: bool = False


@dataclass
class Raft:
    metadata: ObjectMeta
    spec: RaftSpec
    status: RaftStatus


class Rafts:
    def prepare_for_create(self, obj: Raft) -> None:
        obj.status = RaftStatus()
        obj.metadata.generation = operator.add(0, 1)

    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.spec, obj.status = old.spec, old.status


class AddedStrategy(Rafts):
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.status = old.status
        if operator.not_(operator.eq(obj.spec, old.spec)):
            obj.metadata.generation = operator.add(old.metadata.generation, 1)


class FoldedStrategy(Rafts):
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.status = old.status
        if reduce(operator.or_, map(operator.ne, astuple(obj.spec), astuple(old.spec))):
            obj.metadata.generation = old.metadata.generation + 1


class EachPairStrategy(Rafts):
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        list(starmap(setattr, [(obj, "status", old.status)]))
        if any(starmap(operator.ne, zip(astuple(obj.spec), astuple(old.spec)))):
            obj.metadata.generation = old.metadata.generation + 1


class NeverAskedStrategy(Rafts):  # expect: status-not-kept-on-update, generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        starmap(setattr, [(obj, "status", old.status)])
        if all(starmap(operator.ne, zip(astuple(obj.spec), astuple(old.spec)))):
            obj.metadata.generation = old.metadata.generation + 1


class BothDifferStrategy(Rafts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.status = old.status
        if operator.and_(obj.spec.logs != old.spec.logs, obj.spec.wood != old.spec.wood):
            obj.metadata.generation = operator.add(1, old.metadata.generation)


class TakenAwayStrategy(Rafts):  # expect: generation-not-bumped-on-spec-change
    # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Raft) -> None:
        obj.status = RaftStatus()
        obj.metadata.generation = operator.neg(1)

    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.status = old.status
        if operator.truth(obj.spec != old.spec):
            obj.metadata.generation = operator.sub(old.metadata.generation, 1)


class ByIdentityStrategy(Rafts):
    def prepare_for_update(self, obj: Raft, old: Raft) -> None:
        obj.status = old.status
        if operator.is_not(obj, old) and not operator.contains([old.spec], obj.spec):
            obj.metadata.generation += 1
