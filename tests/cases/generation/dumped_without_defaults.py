"""Dumps of a class that leaves its defaults out: a field that is gone is no field that is none."""

from __future__ import annotations

import msgspec


class Meta(msgspec.Struct):
    generation: int = 1


class LoomSpec(msgspec.Struct, omit_defaults=True):
    """Classes that derive from it leave them out, too."""

    shafts: int = 4


class WideLoomSpec(LoomSpec):
    width: int = 90


class Status(msgspec.Struct):
    phase: str = ""


class Loom(msgspec.Struct):
    metadata: Meta
    spec: WideLoomSpec
    status: Status


class WithANumberForNoneStrategy:  # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """Ninety wide, which is left out, is the same as four shafts."""

    def prepare_for_create(self, obj: Loom) -> None:
        obj.metadata.generation = 1
        obj.status = Status()

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation
        new, before = msgspec.to_builtins(obj.spec), msgspec.to_builtins(old.spec)
        if new.get("width", 4) != before.get("width", 4) or new.get("shafts", 90) != before.get("shafts", 90):
            obj.metadata.generation = old.metadata.generation + 1


class ComparedStrategy:
    def prepare_for_create(self, obj: Loom) -> None:
        obj.metadata.generation = 1
        obj.status = Status()

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
