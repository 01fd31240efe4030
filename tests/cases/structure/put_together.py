"""Strategies put together in many ways: collaborators, delegates as class attributes, bound hooks, generics, wrappers."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

K = TypeVar("K")
L = TypeVar("L")


@dataclass
class Meta:
    name: str = ""


class HasStatus:
    """A mixin without fields."""

    def is_ready(self):
        return bool(self.status)


@dataclass
class Base:
    metadata: Meta = field(default_factory=Meta)


@dataclass
class Ship(HasStatus, Base):
    status: str = ""


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        print("calling", function.__name__)
        return function(*args, **kwargs)

    return wrapper


def retried(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(self, *args, **kwargs):
            for attempt in range(times):
                try:
                    return function(self, *args, **kwargs)
                except TimeoutError:
                    if attempt == times - 1:
                        raise
            return None

        return wrapper

    return decorate


def swallowed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception:
            return None

    return wrapper


class LoggedStrategy:
    @logged
    def prepare_for_create(self, ship: Ship):
        ship.status = ""

    @logged
    def prepare_for_update(self, ship: Ship, old: Ship):
        ship.status = old.status


class LoggedLeakStrategy:  # expect: status-not-wiped-on-create
    @logged
    def prepare_for_create(self, ship: Ship):
        ship.metadata.name = ship.metadata.name.lower()

    @logged
    def prepare_for_update(self, ship: Ship, old: Ship):
        ship.status = old.status


class RetriedLeakStrategy:  # expect: status-not-kept-on-update
    @logged
    def prepare_for_create(self, ship: Ship):
        ship.status = ""

    @retried(times=3)
    def prepare_for_update(self, ship: Ship, old: Ship):
        old.status = ship.status


class SwallowedStrategy:  # expect: status-not-kept-on-update
    """The wrapper swallows what goes wrong before the status is kept."""

    @swallowed
    def prepare_for_create(self, ship: Ship):
        ship.status = ""

    @swallowed
    def prepare_for_update(self, ship: Ship, old: Ship):
        int(ship.metadata.name)
        ship.status = old.status


class Wiper:
    def __init__(self, value=""):
        self.value = value

    def wipe(self, obj):
        obj.status = self.value

    def __call__(self, obj):
        self.wipe(obj)


@dataclass
class CollaboratorStrategy:
    wiper: Wiper = field(default_factory=Wiper)

    def prepare_for_create(self, ship: Ship):
        self.wiper.wipe(ship)

    def prepare_for_update(self, ship: Ship, old: Ship):
        ship.status = old.status


class InitCollaboratorStrategy:
    def __init__(self, wiper: Wiper):
        self._wiper = wiper

    def prepare_for_create(self, ship: Ship):
        self._wiper.wipe(ship)

    def prepare_for_update(self, ship: Ship, old: Ship):
        ship.status = old.status


class CallableDelegateStrategy:
    _wipe = Wiper()

    def prepare_for_create(self, ship: Ship):
        self._wipe(ship)

    def prepare_for_update(self, ship: Ship, old: Ship):
        ship.status = old.status


class LambdaStrategy:
    object_type = Ship
    prepare_for_create = lambda self, ship: setattr(ship, "status", "")

    def prepare_for_update(self, ship, old):
        ship.status = old.status


def wipe_ship(self, ship: Ship) -> None:
    ship.status = ""


def keep_ship(self, ship: Ship, old: Ship) -> None:
    ship.status = old.status


def forget_ship(self, ship: Ship, old: Ship) -> None:
    ship.status = ""


class BoundStrategy:
    object_type = Ship
    prepare_for_create = wipe_ship
    prepare_for_update = keep_ship


class BoundLeakStrategy:  # expect: status-not-kept-on-update
    object_type = Ship
    prepare_for_create = wipe_ship
    prepare_for_update = forget_ship


class ClassmethodStrategy:
    @classmethod
    def prepare_for_create(cls, ship: Ship):
        cls._wipe(ship)

    @classmethod
    def prepare_for_update(cls, ship: Ship, old: Ship):
        ship.status = old.status

    @classmethod
    def _wipe(cls, ship):
        ship.status = ""


class ClassmethodLeakStrategy:  # expect: status-not-wiped-on-create
    @classmethod
    def prepare_for_create(cls, ship: Ship):
        cls._wipe(ship)

    @classmethod
    def prepare_for_update(cls, ship: Ship, old: Ship):
        ship.status = old.status

    @classmethod
    def _wipe(cls, ship):
        status = ship.status
        status = ""


class KeywordHookStrategy:
    def prepare_for_create(self, *, obj: Ship):
        obj.status = ""

    def prepare_for_update(self, *, obj: Ship, old: Ship):
        obj.status = old.status


class PositionalOnlyStrategy:
    def prepare_for_create(self, ship: Ship, /):
        ship.status = ""

    def prepare_for_update(self, ship: Ship, old: Ship, /) -> None:
        ship.status = old.status


class DefaultArgumentStrategy:
    def prepare_for_create(self, ctx, ship: Ship, dry_run: bool = False):
        ship.status = ""

    def prepare_for_update(self, ctx, ship: Ship, old: Ship, dry_run: bool = False):
        ship.status = old.status


class Level0(Generic[K], abc.ABC):  # unchecked
    def prepare_for_create(self, ctx, obj: K):
        self.clear(obj)

    def prepare_for_update(self, ctx, obj: K, old: K):
        self.restore(obj, old)

    @abc.abstractmethod
    def clear(self, obj: K): ...

    @abc.abstractmethod
    def restore(self, obj: K, old: K): ...


class Level1(Level0[L], Generic[L]):  # unchecked
    def restore(self, obj: L, old: L):
        obj.status = old.status


class Level2Strategy(Level1[Ship]):
    def clear(self, obj):
        obj.status = ""


class Level2LeakStrategy(Level1["Ship"]):  # expect: status-not-wiped-on-create
    def clear(self, obj):
        obj.metadata.name = ""


class Like(Protocol):  # unchecked
    def prepare_for_create(self, obj: Any) -> None: ...
    def prepare_for_update(self, obj: Any, old: Any) -> None: ...


class AbstractBothStrategy(abc.ABC):  # unchecked
    @abc.abstractmethod
    def prepare_for_create(self, obj: Ship): ...

    def prepare_for_update(self, obj: Ship, old: Ship):
        pass


class OuterStrategy(AbstractBothStrategy):  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj: Ship):
        obj.status = ""


class Registry:
    class InnerStrategy:  # expect: status-not-wiped-on-create
        def prepare_for_create(self, obj: Ship):
            pass

        def prepare_for_update(self, obj: Ship, old: Ship):
            obj.status = old.status


@dataclass
class Payload:
    """No API object: its metadata is a mere dict."""

    metadata: dict = field(default_factory=dict)
    status: str = ""


class PayloadStrategy:  # unchecked
    def prepare_for_create(self, obj: Payload):
        pass

    def prepare_for_update(self, obj: Payload, old: Payload):
        pass


class NotConditional:
    if True:

        def prepare_for_create(self, obj: Ship):
            obj.status = ""

    def prepare_for_update(self, obj: Ship, old: Ship):
        obj.status = old.status


def factory():
    class LocalStrategy:  # expect: status-not-wiped-on-create
        def prepare_for_create(self, obj: Ship):
            pass

        def prepare_for_update(self, obj: Ship, old: Ship):
            obj.status = old.status

    return LocalStrategy()


class UnionStrategy:
    def prepare_for_create(self, obj: "Ship | None"):
        obj.status = ""

    def prepare_for_update(self, obj: "Ship | None", old: "Ship | None"):
        obj.status = old.status
