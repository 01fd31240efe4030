"""What came of a call that can't be seen through may hold what the call was given, and modules may be anybody's."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass, field

import bakery


@dataclass
class Meta:
    generation: int = 0


@dataclass
class OvenSpec:
    degrees: int = 0


@dataclass
class OvenStatus:
    loaves: int = 0


@dataclass
class Oven:
    metadata: Meta
    spec: OvenSpec
    status: OvenStatus = field(default_factory=OvenStatus)


class Base:
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        oven.status = OvenStatus()
        oven.metadata.generation = 1

    def prepare_for_update(self, ctx, oven: Oven, old: Oven) -> None:
        oven.status = old.status
        if oven.spec != old.spec:
            oven.metadata.generation = old.metadata.generation + 1


class TrayStrategy(Base):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        tray = {"loaves": 0}
        kept = bakery.shelf(tray)
        tray["loaves"] = oven.status.loaves
        oven.status = OvenStatus(kept["loaves"])
        oven.metadata.generation = 1


class PairStrategy(Base):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        tray = [0]
        kept, _ = bakery.shelf(tray), 1
        tray.append(oven.status.loaves)
        oven.status = OvenStatus(kept[-1])
        oven.metadata.generation = 1


class EmptyTrayStrategy(Base):
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        tray = {"loaves": 0}
        kept = bakery.shelf(tray)
        tray["loaves"] = 3
        oven.status = OvenStatus()
        oven.spec.degrees = kept["degrees"]
        oven.metadata.generation = 1


class ByNameStrategy(Base):  # unproven: status-not-wiped-on-create
    # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        __import__("bakery").bake(oven)


class ListedStrategy(Base):  # unproven: status-not-wiped-on-create
    # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        sys.modules["bakery"].bake(oven)


class AroundStrategy(Base):  # unproven: status-not-wiped-on-create
    # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, oven: Oven) -> None:
        inspect.getmodule(bakery.bake).bake(oven)


class CookedStrategy(Base):  # unproven: generation-compared-too-early
    # unproven: generation-bumped-without-spec-change
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, oven: Oven, old: Oven) -> None:
        oven.status = old.status
        bakery.heat(oven.spec)
        if oven.spec != old.spec:
            oven.metadata.generation = old.metadata.generation + 1
        oven.spec.degrees = 7
