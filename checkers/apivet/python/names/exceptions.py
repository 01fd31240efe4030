"""Exceptions that a handler takes."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Final

from apivet.program import model
from apivet.program.failures import FailureKind
from apivet.python.names.resolver import Resolver

_RAISED: Final[Mapping[str, str]] = {
    FailureKind.WRONG_KIND: "TypeError",
    FailureKind.WRONG_VALUE: "ValueError",
    FailureKind.MISSING_FIELD: "AttributeError",
    FailureKind.MISSING_KEY: "KeyError",
    FailureKind.MISSING_ELEMENT: "LookupError",
    FailureKind.UNBOUND: "UnboundLocalError",
    FailureKind.NO_MORE: "StopIteration",
    FailureKind.UNTRUE: "AssertionError",
    FailureKind.LEFT: "SystemExit",
}


def takes(resolver: Resolver, module: str, raised: str | None, caught: str | None) -> bool | None:
    """Whether a handler for ``caught`` takes an exception named ``raised``; ``None`` where that can't be told."""
    raised = _RAISED[raised] if isinstance(raised, FailureKind) else raised
    if caught is None or caught == "BaseException" or raised == caught:
        return True
    above = _above(resolver, module, raised)
    if caught == "Exception":
        return above is None or caught in above[0] or not above[1]  # SystemExit is none
    if above is None:
        return None
    names, is_whole = above
    if _own_name(caught) in names:
        return True
    if "BaseExceptionGroup" in names:
        return None  # ``except*`` asks those in it
    is_class = _builtin(caught) is not None or isinstance(resolver.resolve(module, caught), model.Type)
    return False if is_whole and is_class else None


def _above(resolver: Resolver, module: str, raised: str | None) -> tuple[set[str], bool] | None:
    """The names of an exception and of all classes above it, and whether these are all; ``None`` where nothing is known
    of it."""
    if raised is None:
        return None
    entity = resolver.resolve(module, raised)
    names, is_whole = {raised}, _builtin(raised) is not None
    if isinstance(entity, model.Type):
        order = resolver.ancestry(entity)
        names |= {base.name for base in order}
        outside = [dotted.removeprefix("builtins.") for base in order for dotted in base.outside_bases]
        is_whole = not any(base.has_unknown_base for base in order) and all(map(_builtin, outside))
        names |= {dotted.rpartition(".")[2] for dotted in outside}
    elif not is_whole:
        return None
    for known in filter(None, map(_builtin, tuple(names))):
        names |= {base.__name__ for base in known.__mro__}
    return names, is_whole


def _builtin(name: str) -> type[BaseException] | None:
    found = getattr(builtins, name, None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _own_name(name: str) -> str:
    """The name of an exception that is called by another one, such as ``IOError``."""
    found = _builtin(name)
    return name if found is None else found.__name__
