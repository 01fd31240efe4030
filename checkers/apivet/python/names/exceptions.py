"""Exceptions that a handler takes."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Final

from apivet.program import model
from apivet.program.failures import FailureKind, Failures
from apivet.python.names.resolver import Resolver

#: The exceptions that each failure may be.
_RAISED: Final[Mapping[str, tuple[str, ...]]] = {
    FailureKind.WRONG_KIND: ("TypeError",),
    FailureKind.WRONG_VALUE: ("ValueError", "UnicodeDecodeError", "UnicodeEncodeError"),
    FailureKind.MISSING_FIELD: ("AttributeError",),
    FailureKind.MISSING_KEY: ("KeyError",),
    FailureKind.MISSING_ELEMENT: ("IndexError", "KeyError"),
    FailureKind.UNBOUND: ("UnboundLocalError",),
    FailureKind.NO_MORE: ("StopIteration",),
    FailureKind.UNTRUE: ("AssertionError",),
    FailureKind.NO_NUMBER: ("ZeroDivisionError", "OverflowError"),
    FailureKind.TOO_LARGE: ("OverflowError",),
    FailureKind.LEFT: ("SystemExit",),
}
#: The exceptions that nothing ends in but what the language does: none comes in between, nor does one of the tree.
_OF_THE_LANGUAGE: Final = frozenset(
    ("TypeError", "ValueError", "UnicodeError", "AttributeError", "LookupError", "KeyError", "IndexError")
    + ("NameError", "UnboundLocalError", "AssertionError", "StopIteration")
    + ("ArithmeticError", "ZeroDivisionError", "OverflowError")
)


def takes(resolver: Resolver, module: str, raised: Failures, caught: str | None) -> bool | None:
    """Whether a handler for ``caught`` takes what may be ``raised``; ``None`` where that can't be told."""
    if caught == "BaseException":
        return True
    answers = {_takes(resolver, module, name, caught) for kind in raised or (None,) for name in _exceptions_of(kind)}
    return answers.pop() if len(answers) == 1 else None


def _exceptions_of(failure: str | None) -> tuple[str | None, ...]:
    return _RAISED.get(failure, (failure,)) if failure is not None else (None,)


def _takes(resolver: Resolver, module: str, raised: str | None, caught: str | None) -> bool | None:
    if raised == caught and caught is not None:
        return True
    if raised == FailureKind.IN_BETWEEN:
        if caught in _OF_THE_LANGUAGE or (caught and isinstance(resolver.resolve(module, caught), model.Type)):
            return False
        raised = None
    above = _above(resolver, module, raised)
    if caught == "Exception":
        return above is None or caught in above[0] or not above[1]  # SystemExit is none
    if above is None or caught is None:
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
