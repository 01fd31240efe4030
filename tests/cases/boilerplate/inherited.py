"""Hooks that classes below inherit, where they do there what they do here, and where they do more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class KilnSpec:
    heat: int = 0


@dataclass
class KilnStatus:
    lit: bool = False


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)
    status: KilnStatus = field(default_factory=KilnStatus)


class SteppedStrategy:  # expect: boilerplate-hook[prepare_for_create]
    """Its create hook calls nothing of the class; its update hook calls a method that one below gives anew."""

    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        self.normalise(obj)
        obj.status = old.status
        obj.metadata.generation += obj.spec != old.spec

    def normalise(self, obj: Kiln) -> None:
        """Nothing, here."""


class CooledStrategy(SteppedStrategy):
    def normalise(self, obj: Kiln) -> None:
        obj.spec.heat = min(obj.spec.heat, 1200)


def keep(obj: Kiln, old: Kiln) -> None:
    obj.status = old.status


def bump(obj: Kiln, old: Kiln) -> None:
    if obj.spec != old.spec:
        obj.metadata.generation = old.metadata.generation + 1


def warm(obj: Kiln, old: Kiln) -> None:
    obj.spec.heat = max(obj.spec.heat, 20)


class ListedStrategy:
    """Its update hook runs what the class holds, and one class below holds more."""

    steps: tuple[Callable[[Kiln, Kiln], None], ...] = (keep, bump)

    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus(lit=obj.spec.heat > 0)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for step in self.steps:
            step(obj, old)


class MiddleStrategy(ListedStrategy):
    pass


class WarmedStrategy(MiddleStrategy):
    steps = (warm, *ListedStrategy.steps)


class NamedStrategy:  # expect: boilerplate-hook[prepare_for_update]
    """Methods that are given anew below are none that the hook asks, or stand beside a hook of its own."""

    title = "kiln"

    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus(lit=True)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        self.restore(obj, old)
        bump(obj, old)

    def restore(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class RenamedStrategy(NamedStrategy):
    title = "oven"


class ReplacedStrategy(NamedStrategy):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        warm(obj, old)
        self.restore(obj, old)
        bump(obj, old)

    def restore(self, obj: Kiln, old: Kiln) -> None:
        obj.status = KilnStatus(lit=old.status.lit)
