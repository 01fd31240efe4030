"""What makes the elements of an iterator runs when somebody asks for them, each once: what nobody asks for never runs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class MillSpec:
    sails: list[str] = field(default_factory=list)


@dataclass
class MillStatus:
    turns: int = 0
    words: list[str] = field(default_factory=list)


@dataclass
class Mill:
    metadata: Meta
    spec: MillSpec
    status: MillStatus


class Strategy:
    def prepare_for_create(self, ctx, obj: Mill):
        obj.status = MillStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Mill, old: Mill):
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


def clear(mill: Mill) -> Mill:
    mill.metadata.generation = 1
    mill.status = MillStatus()
    return mill


def clearing(*mills: Mill) -> Iterator[Mill]:
    for mill in mills:
        yield clear(mill)


def stopping(mill: Mill) -> Iterator[int]:
    yield 1
    mill.status.turns = 0
    mill.status.words = []


class NeverAskedStrategy(Strategy):
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create[metadata.generation]
    def prepare_for_create(self, ctx, obj: Mill):
        map(clear, [obj])


class NeverAskedGeneratorStrategy(Strategy):
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create[metadata.generation]
    def prepare_for_create(self, ctx, obj: Mill):
        cleared = (clear(mill) for mill in [obj])
        if cleared:
            clearing(obj)


class ChainedButNeverAskedStrategy(Strategy):
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create[metadata.generation]
    def prepare_for_create(self, ctx, obj: Mill):
        enumerate(itertools.chain(zip(filter(clear, [obj])), clearing(obj)))


class AskedStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        list(map(clear, [obj]))


class LoopStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        for _ in clearing(obj):
            pass


class SpreadStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        [*clearing(obj)]


class UnpackedStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        (cleared,) = map(clear, [obj])
        return cleared


class SummedStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        sum(mill.metadata.generation for mill in clearing(obj))


class StoppedEarlyStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Mill):
        obj.metadata.generation = 1
        next(stopping(obj))


class LeftEarlyStrategy(Strategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Mill):
        for _ in clearing(replace(obj), obj):
            break


class AskedTwiceStrategy(Strategy):
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create[metadata.generation]
    def prepare_for_create(self, ctx, obj: Mill):
        mills = iter([obj])
        list(mills)
        for mill in mills:
            clear(mill)


class SecondOfTwoStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Mill):
        mills = iter([None, obj])
        next(mills)
        for mill in mills:
            clear(mill)


class ComparedInPartStrategy(Strategy):
    def prepare_for_update(self, ctx, obj: Mill, old: Mill):
        obj.status = old.status
        sails = zip(obj.spec.sails, old.spec.sails)
        if len(obj.spec.sails) != len(old.spec.sails) or any(new != was for new, was in sails):
            obj.metadata.generation = old.metadata.generation + 1
