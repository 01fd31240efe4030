"""Wrappers of many kinds around hooks and helpers."""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass, field
from typing import Any, Callable, overload

from apimachinery.gates import enabled


@dataclass
class Meta:
    name: str = ""


@dataclass
class Kiln:
    metadata: Meta
    status: str = ""


class CountCalls:
    """A decorator that is a class."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls = 0

    def __get__(self, instance, owner):
        return functools.partial(self, instance)

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.function(*args, **kwargs)


def then_wipe(function):
    @functools.wraps(function)
    def wrapper(self, obj, *rest):
        result = function(self, obj, *rest)
        obj.status = ""
        return result

    return wrapper


def only_named(function):
    @functools.wraps(function)
    def wrapper(self, obj, *rest):
        if not obj.metadata.name:
            return None
        return function(self, obj, *rest)

    return wrapper


def traced(name=None):
    def decorate(function):
        async def wrapper(*args, **kwargs):
            print(name or function.__name__)
            return await function(*args, **kwargs)

        return wrapper

    return decorate


@contextlib.contextmanager
def keeping_status(obj, old):
    yield
    obj.status = old.status


@contextlib.contextmanager
def timed():
    try:
        yield 1
    finally:
        print("done")


class WipesInDecoratorStrategy:
    @then_wipe
    def prepare_for_create(self, obj: Kiln) -> None:
        pass

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class GuardedByDecoratorStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    @only_named
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = ""

    @only_named
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class TwoDecoratorsStrategy:
    @then_wipe
    @only_named
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class AsyncTracedStrategy:  # expect: status-not-kept-on-update
    @traced(name="create")
    async def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = ""

    @traced()
    async def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.metadata.name = old.metadata.name


class ContextManagerStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        with timed() as one, timed():
            obj.status = "" if one else ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        with keeping_status(obj, old):
            obj.metadata.name = obj.metadata.name.strip()


class ContextManagerLeakStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        with contextlib.nullcontext(obj) as same:
            same.status = ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        with keeping_status(old, obj):
            pass


class ExitStackStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        with contextlib.ExitStack() as stack:
            stack.enter_context(timed())
            obj.status = ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        with contextlib.closing(open("log")) as log:
            log.write(obj.metadata.name)
        obj.status = old.status


class OverloadedStrategy:
    @overload
    def _set(self, obj: Kiln, value: str) -> None: ...

    @overload
    def _set(self, obj: Kiln, value: None) -> None: ...

    def _set(self, obj, value):
        obj.status = value or ""

    def prepare_for_create(self, obj: Kiln) -> None:
        self._set(obj, None)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        self._set(obj, old.status)
        obj.status = old.status


def wipe(obj: Kiln) -> None:
    obj.status = ""


def trim(obj: Kiln) -> None:
    obj.metadata.name = obj.metadata.name.strip()


STEPS: list[Callable[[Kiln], None]] = [trim, wipe]


class StepsStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        for step in STEPS:
            step(obj)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        functools.partial(map, trim)([obj])
        obj.status = old.status


class StepsMissingStrategy:  # expect: status-not-wiped-on-create
    steps = (trim,)

    def prepare_for_create(self, obj: Kiln) -> None:
        for step in self.steps:
            step(obj)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class NamedStepsStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        for name in ("trim", "wipe"):
            getattr(self, f"_{name}")(obj)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        getattr(self, "_keep")(obj, old)

    def _trim(self, obj: Kiln) -> None:
        trim(obj)

    def _wipe(self, obj: Kiln) -> None:
        wipe(obj)

    def _keep(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class RecursiveStrategy:
    def prepare_for_create(self, obj: Kiln, depth: int = 2) -> None:
        if depth:
            self.prepare_for_create(obj, depth - 1)
        obj.status = ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class SuperTwoLevels(StepsStrategy):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        super(SuperTwoLevels, self).prepare_for_update(obj, old)


class ExplicitBaseStrategy(SuperTwoLevels):
    def prepare_for_create(self, obj: Kiln) -> None:
        StepsStrategy.prepare_for_create(self, obj)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        return SuperTwoLevels.prepare_for_update(self, obj, old)


class ClassDecoratedStrategy:  # undecided: status-not-wiped-on-create
    @CountCalls
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class CachedGateStrategy:  # unproven: status-not-wiped-on-create
    """A wipe behind a function that can't be seen through."""

    @functools.lru_cache(maxsize=None)
    def _strict(self) -> bool:
        return enabled("StrictStatus")

    def prepare_for_create(self, obj: Kiln) -> None:
        if self._strict():
            obj.status = ""

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status
