"""Making a live strategy, and calling its hooks as a framework would."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import inspect
import os
import random
import sys
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from apivet.blackbox.access import read, write
from apivet.blackbox.models import Assignment

_CONTEXT_NAMES: Final = frozenset(("ctx", "context", "request", "request_context", "req", "info"))
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


def strategy_instance(assignment: Assignment, factories: Any) -> Any:
    """A live instance: as the project makes it, else a global of some module, else a new one."""
    class_ = _resolve(assignment.module, assignment.qualified)
    own = getattr(factories, "make_strategy", None)
    if own is not None:
        made = own(class_)
        if made is not None:
            return made
    found = _global_instance(class_)
    if found is not None:
        return found
    made = _from_factory(class_)
    if made is not None:
        return made
    return _constructed(class_, ())


def _resolve(module: str, qualified: str) -> Any:
    try:
        found: Any = importlib.import_module(module)
        for name in qualified.split("."):
            found = getattr(found, name)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise CannotRunError(f"{module} can't be imported: {type(error).__name__}: {error}") from None
    return found


def _global_instance(class_: type) -> Any:
    """The one that the project itself uses."""
    own = sys.modules.get(class_.__module__)
    others = [module for name, module in sorted(sys.modules.items()) if module is not own and _same_top(name, class_)]
    for module in (own, *others):
        for value in list(vars(module).values()) if module is not None else ():
            if type(value) is class_:
                return value
    return None


def _same_top(module: str, class_: type) -> bool:
    return module.partition(".")[0] == class_.__module__.partition(".")[0]


def _from_factory(class_: type) -> Any:
    """``new_strategy()``, where it says that it makes one."""
    module = sys.modules[class_.__module__]
    for value in list(vars(module).values()):
        if isinstance(value, types.FunctionType) and value.__module__ == class_.__module__:
            with contextlib.suppress(Exception):
                if typing.get_type_hints(value).get("return") is class_ and not _needed(inspect.signature(value)):
                    return value()
    return None


def _constructed(class_: type, above: tuple[type, ...]) -> Any:
    """A new instance, with whatever its constructor wants made likewise."""
    if class_ in above:
        raise CannotRunError(f"{class_.__name__} needs itself to be made")
    try:
        signature = inspect.signature(class_)
    except (TypeError, ValueError):
        signature = inspect.Signature()
    needed = _needed(signature)
    hints: dict[str, Any] = {}
    if needed:
        with contextlib.suppress(Exception):
            hints = typing.get_type_hints(vars(class_).get("__init__", class_))
    arguments: dict[str, Any] = {}
    for parameter in needed:
        hint = hints.get(parameter.name)
        if not isinstance(hint, type) or hint.__module__ == "builtins":
            raise CannotRunError(
                f"its constructor needs '{parameter.name}': make a global instance, or name a module with a"
                " make_strategy function in [tool.apivet.blackbox] factories"
            )
        arguments[parameter.name] = _global_instance(hint) or _constructed(hint, (*above, class_))
    try:
        return class_(**arguments)
    except Exception as error:
        raise CannotRunError(f"its constructor raises {type(error).__name__}: {error}") from None


def _needed(signature: inspect.Signature) -> list[inspect.Parameter]:
    return [
        parameter
        for parameter in signature.parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]


class Hook:
    """A bound hook with its parameters sorted out (contract section 2: by position, but ``old`` by name)."""

    def __init__(
        self, function: Callable[..., Any], objects: int, factories: Any, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._function = function
        self._process = os.getpid()
        self._loop = loop
        self._factories = factories
        self._order = _roles(function, objects)
        self._context_type = _context_type(function, self._order)
        self._context: Any = None

    def call(self, obj: Any, old: Any = None) -> Stored:
        """Run the hook once. An exception means that nothing is stored."""
        random.seed(1)
        given = {"obj": obj, "old": old, "context": self._made_context()}
        arguments = [given[role] for role in self._order]
        try:
            result = self._function(*arguments)
            if inspect.isawaitable(result):
                result = self._loop.run_until_complete(_finished(result))
        except (Exception, SystemExit) as refusal:
            return Stored(None, refusal)
        finally:
            if os.getpid() != self._process:
                os._exit(0)  # a fork of the hook's making has no experiments to do
        return Stored(obj if result is None else result)

    def _made_context(self) -> Any:
        """One context for all calls: what depends on the time of day is no experiment's matter."""
        if self._context is None:
            self._context = self._new_context()
        return self._context

    def _new_context(self) -> Any:
        own = getattr(self._factories, "make_context", None)
        if own is not None:
            return own()
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
