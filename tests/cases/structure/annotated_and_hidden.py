"""Attributes that a base annotates, and a class below it sets without saying what they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class KilnSpec:
    heat: int = 0


@dataclass
class KilnStatus:
    fired: int = 0


@dataclass
class Kiln:
    metadata: Metadata = field(default_factory=Metadata)
    spec: KilnSpec = field(default_factory=KilnSpec)
    status: KilnStatus = field(default_factory=KilnStatus)


def keep_status(obj: Kiln, old: Kiln) -> None:
    obj.status = old.status


class Stepwise:
    # unproven: generation-not-set-on-create
    steps: tuple[Callable[..., None], ...] = ()
    first: int
    keeps: bool = True

    def prepare_for_create(self, ctx: Any, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.metadata.generation = self.first

    def prepare_for_update(self, ctx: Any, obj: Kiln, old: Kiln) -> None:
        for step in self.steps:
            step(obj, old)
        if self.keeps:
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class FirstStrategy(Stepwise):
    first = 1


class SecondStrategy(Stepwise):  # expect: generation-not-set-on-create
    first = 2


class NotKeepingStrategy(Stepwise):  # expect: status-not-kept-on-update
    first = 1
    keeps = False


class StepsStrategy(NotKeepingStrategy):
    steps = (keep_status,)


class BelowStrategy(StepsStrategy):
    pass


class AskedStrategy(Stepwise):
    first = 1

    @property
    def keeps(self) -> bool:
        return True


class OfItsOwnStrategy(NotKeepingStrategy):
    def __init__(self) -> None:
        self.keeps = True
