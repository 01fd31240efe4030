"""Copies that are made for the comparison leave a part out; nothing is changed after it."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Pier:
    depth: int = 0
    lamps: int = 0


@dataclass
class BridgeSpec:
    lanes: int = 0
    middle: Pier | None = None
    ends: list[Pier] = field(default_factory=list)


@dataclass
class Bridge:
    metadata: Meta = field(default_factory=Meta)
    spec: BridgeSpec = field(default_factory=BridgeSpec)


class BridgeHooks:
    def prepare_for_create(self, ctx: object, obj: Bridge) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Bridge, old: Bridge) -> None:
        if obj.spec.middle is not None and old.spec.lanes == 0:
            obj.spec.middle.lamps = 0
        if self.differ(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        return new != old


class WholeStrategy(BridgeHooks):
    pass


class InTurnStrategy(BridgeHooks):
    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        return (
            bool(new.middle) != bool(old.middle) or new.middle != old.middle or replace(new, middle=old.middle) != old
        )


class WithoutMiddleStrategy(BridgeHooks):  # expect: generation-not-bumped-on-spec-change
    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        return bool(new.middle) != bool(old.middle) or replace(new, middle=old.middle) != old


class ByHandStrategy(BridgeHooks):  # expect: generation-not-bumped-on-spec-change
    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        compared = copy.copy(new)
        compared.middle = old.middle
        return compared != old


class BothWithoutStrategy(BridgeHooks):  # expect: generation-not-bumped-on-spec-change
    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        return replace(new, middle=None) != replace(old, middle=None)


class AllButTheLastStrategy(BridgeHooks):  # expect: generation-not-bumped-on-spec-change
    def differ(self, new: BridgeSpec, old: BridgeSpec) -> bool:
        if len(new.ends) != len(old.ends):
            return True
        for number in range(len(new.ends) - 1):
            if new.ends[number] != old.ends[number]:
                return True
        return replace(new, ends=old.ends, middle=old.middle) != old


class PutBackAndChangedStrategy(BridgeHooks):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx: object, obj: Bridge, old: Bridge) -> None:
        obj.spec.middle = old.spec.middle
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.middle = Pier(depth=3)


class CopyStoredStrategy(BridgeHooks):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx: object, obj: Bridge, old: Bridge) -> None:
        spec = replace(obj.spec, middle=old.spec.middle)
        obj.spec = spec
        if spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        spec.middle = Pier(depth=obj.spec.lanes)
