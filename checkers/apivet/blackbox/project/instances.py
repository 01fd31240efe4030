"""A live strategy, made as its project makes it: nobody has to register anything.

In this order: the project's own ``make_strategy``, an instance that is kept somewhere, a factory, the constructor, and
at last an instance that is kept in a module which nothing has loaded yet.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.objects.access import is_a, is_class
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.arguments import MissingError, call_with_made, constructor_of, needed
from apivet.blackbox.project.hooks import CannotRunError, WrongAnswerError
from apivet.blackbox.project.imports import load_users_of, resolve
from apivet.blackbox.project.reachable_objects import (
    Reachable,
    are_kin,
    kept_instance,
    kept_near,
    kin_of,
    loaded_modules,
    until_it_grows,
)
from apivet.blackbox.protocol.models import Assignment

_REMEDY: Final = (
    "make a global instance, or name a module with a make_strategy function in [tool.apivet.blackbox] factories"
)
#: Names of functions that make something and do nothing else.
_MAKES: Final = re.compile(r"^_*(?:new|make|create|build|get|provide|default|construct|from_defaults|instance)(?:_|$)")


def strategy_instance(assignment: Assignment, factories: Any) -> Any:
    """A live instance. Raises :class:`CannotRunError`."""
    class_ = resolve(assignment)
    own = getattr(factories, "make_strategy", None)
    if own is not None:
        made = _as_the_project_says(own, class_)
        if made is not None:
            return made
    found = _found(class_)
    if found is not None:
        return found
    try:
        return _constructed(class_)
    except CannotRunError:
        for _ in load_users_of(class_):
            found = _found(class_)
            if found is not None:
                return found
        raise


def _as_the_project_says(make_strategy: Callable[[type], Any], class_: type) -> Any:
    where = f"[tool.apivet.blackbox] factories: make_strategy({class_.__name__})"
    try:
        made = make_strategy(class_)
    except (Exception, SystemExit) as error:
        raise CannotRunError(f"{where} raises {one_line(error)}") from None
    if is_class(made):
        raise WrongAnswerError(f"{where} returns the class {made.__name__}, and no object")
    return None if made is None else _of_its_class(made, class_, where)


def _of_its_class(made: Any, class_: type, where: str) -> Any:
    """The object, if its methods are those of the class that it is made for. Raises :class:`WrongAnswerError`."""
    kind: Any = type(made)
    if not issubclass(kind, class_):
        raise WrongAnswerError(f"{where} returns an object of type {kind.__name__}, so that nothing is tried")
    below = [vars(base) for base in kind.__mro__ if not issubclass(class_, base)]
    for name in (name for base in class_.__mro__[:-1] for name in vars(base) if not name.startswith("__")):
        if any(name in own for own in below):
            what = f"an object of type {kind.__name__}, whose {name} is another one"
            raise WrongAnswerError(f"{where} returns {what}, so that nothing is tried")
    return made


def _found(class_: type) -> Any:
    """An instance that is kept, or that a factory makes; ``None`` where there is neither."""
    found = kept_instance(class_)
    return found if found is not None else _from_factory(class_)


def _constructed(class_: type) -> Any:
    try:
        return _of_its_class(call_with_made(class_, constructor_of(class_), (class_,)), class_, "its constructor")
    except MissingError as missing:
        whose = "its" if missing.class_ is class_ else f"it needs a {missing.class_.__qualname__}, whose"
        raise CannotRunError(f"{whose} constructor needs '{missing}': {_REMEDY}") from None
    except CannotRunError:
        raise
    except (Exception, SystemExit) as error:
        raise CannotRunError(f"its constructor raises {one_line(error)}: {_REMEDY}") from None


# --------------------------------------------------------------------------------------------------------- factories


def _from_factory(class_: type) -> Any:
    """An instance from a factory: a function, a class's own method, or a property that is made when first asked for."""
    for make in (*_functions(class_), *_methods(class_), *_lazy(class_)):
        with contextlib.suppress(Exception, SystemExit):
            made = make()
            if type(made) is class_:
                return made
    return None


def _functions(class_: type) -> Iterator[Callable[[], Any]]:
    """``new_strategy()``: it says that it returns one, or speaks of the class and is called like a factory."""
    for name, value, function in _complete_functions_near(class_.__module__):
        returned = _returned(function)
        if returned is class_ or (_mentions(function, class_) and _may_make(name, class_, returned)):
            yield value


def _complete_functions_near(near: str) -> list[_Complete]:
    """Complete functions of a code base, the module's own first; as they were when looked at ahead, if no module was
    loaded since."""
    ahead = _AHEAD.get(near.partition(".")[0])
    if ahead is not None and ahead.names == kin_of(near):
        return sorted(ahead.complete, key=lambda each: each[2].__module__ != near)
    return [each for module in loaded_modules(near) for each in _complete_functions(module)]


#: A function that can be called without arguments: its name, itself, and the function behind it.
_Complete = tuple[str, Callable[..., Any], types.FunctionType]


class _Ahead(Struct, frozen=True):
    """Possible makers of strategies in a code base when it was looked at ahead: the names of its modules, their
    functions without arguments, the objects that it kept alive, and those of their classes with properties."""

    names: list[str]
    complete: list[_Complete]
    kept: Reachable
    holding: list[type]


_AHEAD: Final[dict[str, _Ahead]] = {}


@until_it_grows
def _complete_functions(module: types.ModuleType) -> list[_Complete]:
    """The functions of a module that can be called with nothing, by name."""
    found = []
    for name, value in list(vars(module).items()):
        function = _function_of(value)
        if function is not None and function.__module__ == module.__name__ and _is_complete(value):
            found.append((name, value, function))
    return found


def look_for_factories(near: str) -> None:
    """Sort out what may make strategies in a code base, once for all copies of this process."""
    modules = sorted(loaded_modules(near), key=lambda module: module.__name__)
    complete = [each for module in modules for each in _complete_functions(module)]
    kept = kept_near(near)
    holding = [kind for kind in kept.nearest if are_kin(str(kind.__module__), near) and _getters(kind)]
    _AHEAD[near.partition(".")[0]] = _Ahead(kin_of(near), complete, kept, holding)


def _methods(class_: type) -> Iterator[Callable[[], Any]]:
    """``WidgetStrategy.create()``."""
    for base in class_.__mro__:
        if not are_kin(base.__module__, class_.__module__):
            continue
        for name, member in list(vars(base).items()):
            if is_a(member, (classmethod, staticmethod)) and not name.startswith("__"):
                bound = getattr(class_, name)
                returned = _returned(_function_of(member.__func__) or member.__func__)
                if _is_complete(bound) and (returned in (class_, base, _SELF) or _MAKES.match(name)):
                    yield bound


def _lazy(class_: type) -> Iterator[Callable[[], Any]]:
    """A property of an object that the project keeps."""
    kept = kept_near(class_.__module__)
    ahead = _AHEAD.get(class_.__module__.partition(".")[0])
    holding = ahead.holding if ahead is not None and ahead.kept is kept else kept.nearest
    getters = {kind: found for kind in holding if (found := _getters_of(kind, class_))}
    for value in kept.values if getters else ():
        for name in getters.get(type(value), ()):
            yield functools.partial(getattr, value, name)


def _getters_of(kind: Any, class_: type) -> list[str]:
    """The properties of a class of the project that speak of another one."""
    if not are_kin(str(kind.__module__), class_.__module__):
        return []
    return [name for name, getter in _getters(kind) if _mentions(getter, class_)]


@functools.cache
def _getters(kind: Any) -> tuple[tuple[str, types.FunctionType], ...]:
    """The properties of a class by name, each with the function behind it."""
    found = []
    for name, member in list(vars(kind).items()):
        getter = member.func if is_a(member, functools.cached_property) else getattr(member, "fget", None)
        if isinstance(getter, types.FunctionType):
            found.append((name, getter))
    return tuple(found)


_SELF: Final = getattr(typing, "Self", "Self")


def _function_of(value: Any) -> types.FunctionType | None:
    """The function that a global is, below ``functools.cache`` and decorators that keep ``__wrapped__``."""
    if type(value) is not types.FunctionType and not is_a(value, _CACHED):
        return None
    unwrapped = inspect.unwrap(value)
    return unwrapped if isinstance(unwrapped, types.FunctionType) else None


_CACHED: Final = type(functools.lru_cache(lambda: None))


def _is_complete(function: Callable[..., Any]) -> bool:
    """Whether it can be called with nothing, and is no coroutine."""
    try:
        return not needed(inspect.signature(function)) and not inspect.iscoroutinefunction(function)
    except Exception:  # what it is annotated with may be worked out only now
        return False


def _returned(function: Any) -> Any:
    """The annotation of what a function returns; ``None`` without one."""
    with contextlib.suppress(Exception):
        return typing.get_type_hints(function).get("return")
    text = getattr(function, "__annotations__", {}).get("return")
    return _SELF if text in ("Self", "typing.Self") else text


def _may_make(name: str, class_: type, returned: Any) -> bool:
    if returned is type(None):
        return False
    return bool(_MAKES.match(name)) or name.lower().endswith("strategy") or name == _snake(class_.__name__)


def _mentions(function: types.FunctionType, class_: type) -> bool:
    """Whether a function's code speaks of the class under its own name."""
    module = sys.modules.get(function.__module__)
    names = {key for key in function.__code__.co_names if getattr(module, key, None) is class_}
    return bool(names) or class_.__name__ in function.__code__.co_names


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
