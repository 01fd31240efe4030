"""What is computed depends on the decisions by which its operands were chosen, and on how often a loop went round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class LockSpec:
    gates: int = 0
    keeper: str = ""


@dataclass
class LockStatus:
    level: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class Lock:
    metadata: Meta
    spec: LockSpec
    status: LockStatus


class Strategy:
    def prepare_for_create(self, ctx, obj: Lock):
        obj.status = LockStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Lock, old: Lock):
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class WordedStrategy(Strategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Lock):
        word = "filled" if obj.status.level else "empty"
        obj.status = LockStatus(notes=[f"the lock is {word}"])
        obj.metadata.generation = 1


class ThroughSpecStrategy(Strategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Lock):
        if obj.status.level > 3:
            obj.spec.keeper = "the night watch"
        obj.status = LockStatus(notes=[obj.spec.keeper.upper()])
        obj.metadata.generation = 1


class SecondHandStrategy(Strategy):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx, obj: Lock, old: Lock):
        word = "filled" if obj.status.level else "empty"
        size = "long" if len(word) > 5 else "short"
        obj.status = replace(old.status, notes=[max(size, "middling")])
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class GaugedStrategy(Strategy):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx, obj: Lock, old: Lock):
        marks = sum(1 for note in obj.status.notes if note)
        obj.status = replace(old.status, level=marks)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class RefusingStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Lock):
        if obj.status.level:
            raise ValueError("the level is measured")
        obj.spec.keeper = "the day watch"
        obj.status = LockStatus(notes=[obj.spec.keeper.upper()])
        obj.metadata.generation = 1


class BySpecStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Lock):
        word = "guarded" if obj.spec.keeper else "open"
        obj.status = LockStatus(notes=[f"the lock is {word}"])
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Lock, old: Lock):
        word = "more" if obj.spec.gates > old.spec.gates else "no more"
        obj.status = replace(old.status, notes=[f"{word} gates than before"])
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class CountedStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Lock):
        count = 0
        for _ in ctx.soundings(obj.status):
            count += 1
        obj.status = LockStatus(level=count)
        obj.metadata.generation = 1


class SoundedStrategy(Strategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Lock):
        obj.status = LockStatus(notes=["" for _ in range(obj.status.level)])
        obj.metadata.generation = 1


class SoundedBySpecStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Lock):
        obj.status = LockStatus(notes=["" for _ in range(obj.spec.gates)])
        obj.metadata.generation = 1


class NoTimesStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Lock):
        obj.status = LockStatus(level=len(obj.status.notes) * 0 + False * obj.status.level)
        obj.metadata.generation = 1


class SomeTimesStrategy(Strategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx, obj: Lock):
        obj.status = LockStatus(level=len(obj.status.notes) * obj.spec.gates)
        obj.metadata.generation = 1
