"""Tuples of a declared number of values: they are never empty, and can always be taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class LockSpec:
    gates: tuple[int, int] = (0, 0)
    levels: tuple[int, ...] = ()
    keeper: tuple[str] = ("",)


@dataclass
class LockStatus:
    open: bool = False


@dataclass
class Lock:
    metadata: Meta = field(default_factory=Meta)
    spec: LockSpec = field(default_factory=LockSpec)
    status: LockStatus = field(default_factory=LockStatus)


class Wiping:  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj: Lock) -> None:
        obj.status = LockStatus()


class NeverEmptyStrategy(Wiping):
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        if obj.spec.gates and obj.spec.keeper:
            obj.status = old.status


class OfTwoStrategy(Wiping):
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        if len(obj.spec.gates) == 2 and len(obj.spec.keeper) < 2:
            obj.status = old.status


class TakenApartStrategy(Wiping):
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        match obj.spec.gates:
            case (_, _):
                obj.status = old.status


class GoneThroughStrategy(Wiping):
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        for _ in obj.spec.gates:
            obj.status = old.status


class CopiedAndCutStrategy(Wiping):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        gates = list(obj.spec.gates)
        gates.pop()
        if len(gates) == 2:
            obj.status = old.status


class OfAnyNumberStrategy(Wiping):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        if obj.spec.levels:
            obj.status = old.status


class OfThreeStrategy(Wiping):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        match obj.spec.gates:
            case (_, _, *_) if len(obj.spec.gates) > 2:
                obj.status = old.status
