"""A member that a base defines is another one where something else gives the class its own: what the base has run on
classes that derive from it, a decorator, a loop or an expression of the body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, ClassVar


@dataclass
class KiteMeta:
    name: str = ""


@dataclass
class KiteSpec:
    length: int = 0


@dataclass
class KiteStatus:
    flies: bool = False


@dataclass
class Kite:
    metadata: KiteMeta = field(default_factory=KiteMeta)
    spec: KiteSpec = field(default_factory=KiteSpec)
    status: KiteStatus = field(default_factory=KiteStatus)


def leave(self: Any, obj: Kite) -> None:
    """Leave the object alone."""


class KiteBase:  # unchecked
    def ground(self, obj: Any) -> None:
        obj.status = KiteStatus()

    def prepare_for_create(self, obj: Any) -> None:
        self.ground(obj)

    def prepare_for_update(self, obj: Any, old: Any) -> None:
        obj.status = old.status


class StartedBase(KiteBase):  # unchecked
    def __init_subclass__(cls) -> None:
        cls.ground = leave  # type: ignore[method-assign]


class NamedBase(KiteBase):  # unchecked
    def __init_subclass__(cls) -> None:
        cls.title = cls.__name__  # type: ignore[attr-defined]


class ListedBase:  # unchecked
    steps: ClassVar[list[Callable[..., None]]] = []

    def __init_subclass__(cls) -> None:
        cls.steps = [value for name, value in vars(cls).items() if name.startswith("step_")]

    def prepare_for_create(self, obj: Any) -> None:
        for step in self.steps:
            step(self, obj)


class StartedStrategy(StartedBase):  # unproven: status-not-wiped-on-create
    object_type = Kite


class NamedStrategy(NamedBase):
    object_type = Kite


class ListedStrategy(ListedBase):  # unproven: status-not-wiped-on-create
    object_type = Kite

    def step_ground(self, obj: Kite) -> None:
        obj.status = KiteStatus()

    def prepare_for_update(self, obj: Kite, old: Kite) -> None:
        obj.status = old.status


class LoopStrategy(KiteBase):  # unproven: status-not-wiped-on-create
    object_type = Kite

    for ground in (leave,):  # type: ignore[assignment]
        pass


class WalrusStrategy(KiteBase):  # unproven: status-not-wiped-on-create
    object_type = Kite

    print(ground := leave)  # type: ignore[assignment]


class TextStrategy(KiteBase):  # unproven: status-not-wiped-on-create
    object_type = Kite

    exec("def ground(self, obj): pass")


class UnrelatedLoopStrategy(KiteBase):
    object_type = Kite

    for colour in ("red", "blue"):
        pass
