"""A stack of contexts runs its callbacks where its block is left, the last one first."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class TentSpec:
    poles: int = 0


@dataclass
class TentStatus:
    pitched: bool = False


@dataclass
class Tent:
    metadata: ObjectMeta
    spec: TentSpec
    status: TentStatus


class Pitched:
    def prepare_for_create(self, obj: Tent) -> None:
        obj.status = TentStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        obj.spec, obj.status = old.spec, old.status


class WipedAtTheEndStrategy(Pitched):
    def prepare_for_create(self, obj: Tent) -> None:
        with ExitStack() as stack:
            stack.callback(setattr, obj, "status", TentStatus())
            stack.callback(setattr, obj.metadata, "generation", 1)
            if obj.spec.poles:
                return
            obj.status.pitched = True


class SentAtTheEndStrategy(Pitched):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Tent) -> None:
        with ExitStack() as stack:
            stack.callback(setattr, obj, "status", obj.status)
            stack.callback(setattr, obj, "status", TentStatus())
            obj.metadata.generation = 1


class EachPartStrategy(Pitched):
    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        with ExitStack() as stack:
            for part in ("spec", "status"):
                stack.callback(setattr, obj, part, getattr(old, part))


class PerhapsStrategy(Pitched):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        obj.spec = old.spec
        with ExitStack() as stack:
            if obj.spec.poles:
                stack.callback(setattr, obj, "status", old.status)


class ClosedByHandStrategy(Pitched):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        obj.spec, sent = old.spec, obj.status
        with ExitStack() as stack:
            stack.callback(setattr, obj, "status", old.status)
            stack.close()
            obj.status = sent


class TakenOverStrategy(Pitched):  # unproven: status-not-kept-on-update
    # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    # unproven: generation-compared-too-early
    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        obj.spec = old.spec
        with ExitStack() as stack:
            stack.callback(setattr, obj, "status", old.status)
            stack.pop_all()


class RefusedStrategy(Pitched):
    def prepare_for_update(self, obj: Tent, old: Tent) -> None:
        obj.spec = old.spec
        try:
            with ExitStack() as stack:
                stack.callback(setattr, obj, "status", old.status)
                if obj.spec.poles > 3:
                    raise ValueError(obj.spec.poles)
        except ValueError:
            obj.spec = old.spec
