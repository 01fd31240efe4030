"""Calling a live strategy's hooks as a framework would."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import random
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from apivet.blackbox.objects.access import read, write
from apivet.blackbox.objects.values import one_line

_CONTEXT_NAMES: Final = frozenset(("ctx", "context", "request", "request_context", "req", "info"))
#: As it is now, whatever a hook makes of the module.
_seed: Final = random.seed
_OLD_NAMES: Final = ("old", "existing", "current")


class CannotRunError(Exception):
    """A strategy that can't be exercised, and why."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a hook leaves to be stored, or why it refused to have anything stored."""

    object: Any
    refusal: BaseException | None = None


class Bystander:
    """Stands for what a hook is given besides the objects, and answers to everything with more of the same."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Bystander()

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return Bystander()

    def __bool__(self) -> bool:
        return False

    def __iter__(self) -> Any:
        return iter(())


class Hook:
    """A bound hook with its parameters sorted out."""

    def __init__(
        self, function: Callable[..., Any], objects: int, factories: Any, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._function = function
        self._process = os.getpid()
        self._loop = loop
        self._arguments = Arguments(function, objects, factories)

    def call(self, obj: Any, old: Any = None) -> Stored:
        """Run the hook once. An exception means that nothing is stored."""
        _seed(1)
        arguments = self._arguments.given(obj, old)
        try:
            result = self._function(*arguments)
            if inspect.isawaitable(result):
                result = self._loop.run_until_complete(_finished(result))
        except BaseException as refusal:  # an interrupt is the hook's own as well: nobody else sends one here
            return Stored(None, refusal)
        finally:
            if os.getpid() != self._process:
                os._exit(0)  # a fork of the hook's making has no experiments to do
        return Stored(obj if result is None else result)


class Arguments:
    """What a hook is called with (contract section 2: by position, but ``old`` by name). ``objects`` is how many of
    the arguments are objects: the caller's, or the stored one too."""

    def __init__(self, function: Callable[..., Any], objects: int, factories: Any) -> None:
        self._factories = factories
        self._order = _roles(function, objects)
        self._context_type = _context_type(function, self._order)
        self._context: Any = None

    def given(self, obj: Any, old: Any) -> list[Any]:
        """The arguments, in their places."""
        given = {"obj": obj, "old": old, "context": self._made_context()}
        return [given[role] for role in self._order]

    def _made_context(self) -> Any:
        """One context for all calls: what depends on the time of day is no experiment's matter."""
        if self._context is None:
            self._context = self._new_context()
        return self._context

    def _new_context(self) -> Any:
        own = getattr(self._factories, "make_context", None)
        if own is not None:
            try:
                return own()
            except (Exception, SystemExit) as error:
                where = "[tool.apivet.blackbox] factories: make_context()"
                raise CannotRunError(f"{where} raises {one_line(error)}") from None
        if isinstance(self._context_type, type) and self._context_type.__module__ != "builtins":
            with contextlib.suppress(Exception):
                return self._context_type()
        return Bystander()


async def _finished(result: Any) -> Any:
    return await result


def _roles(function: Callable[..., Any], objects: int) -> list[str]:
    """What each positional parameter stands for."""
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    wanted = [parameter for parameter in parameters if parameter.default is parameter.empty]
    if len(wanted) < objects:
        wanted = parameters
    before = max(0, len(wanted) - objects)
    if before and wanted[0].name not in _CONTEXT_NAMES and wanted[-1].name in _CONTEXT_NAMES:
        roles = ["obj", "old"][:objects] + ["context"] * before
    else:
        roles = ["context"] * before + ["obj", "old"][: len(wanted) - before]
    named_old = [
        index for index, item in enumerate(wanted) if item.name.startswith(_OLD_NAMES) and roles[index] != "context"
    ]
    if objects == 2 and len(named_old) == 1 and roles[named_old[0]] == "obj":
        roles = [{"obj": "old", "old": "obj"}.get(role, role) for role in roles]
    return roles


def _context_type(function: Callable[..., Any], roles: list[str]) -> Any:
    if "context" not in roles:
        return None
    with contextlib.suppress(Exception):
        hints = typing.get_type_hints(function)
        name = list(inspect.signature(function).parameters)[roles.index("context")]
        return hints.get(name)
    return None


def guarantee_generation(obj: Any, old: Any, metadata: str, generation: str) -> Any:
    """What the framework does before an update: the caller's generation is the stored one."""
    holder = write(read(obj, metadata), generation, read(read(old, metadata), generation))
    return write(obj, metadata, holder)
