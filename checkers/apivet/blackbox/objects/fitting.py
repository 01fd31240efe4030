"""Whether a value is one that an annotation allows. Only what annotations say for certain is held against a value: the
members of a ``Literal``, the keys of a ``TypedDict``, the length of a tuple, the classes that Python has itself."""

from __future__ import annotations

import collections.abc
import functools
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final

from apivet.blackbox.limits import BOUND_DEPTH
from apivet.blackbox.objects.access import is_class
from apivet.blackbox.objects.bounds import hints_of, optional_keys

#: Classes of which an annotation means the values and those of what derives from them.
_EXACT: Final = (bool, int, float, str, bytes, list, dict, set, frozenset, tuple)
#: Words around an annotation that say nothing about its values.
_QUALIFIERS: Final = frozenset(("NotRequired", "Required", "ReadOnly", "Final", "ClassVar", "Annotated"))
#: Stands for the form of an annotation that says no more than another one.
_MEANS: Final = object()
_CONTAINERS: Final = (list, set, frozenset, collections.deque)


def fits(hint: Any, value: object, depth: int = 0) -> bool:
    """Whether the annotation allows the value; what can't be told, it does."""
    if depth > BOUND_DEPTH:
        return True
    try:
        origin, arguments = _taken_apart(hint)
    except TypeError:  # it has no hash, as what it is annotated with has none
        origin, arguments = _taken_apart.__wrapped__(hint)
    if origin is None:
        return _is_of_class(arguments[0], value, depth)
    if origin is _MEANS:
        return fits(arguments[0], value, depth + 1)
    if origin is typing.Union:
        return any(fits(member, value, depth + 1) for member in arguments)
    if origin is typing.Literal:
        return any(type(value) is type(each) and value == each for each in arguments)
    return _is_contained(origin, arguments, value, lambda inner, item: fits(inner, item, depth + 1))


@functools.cache
def _taken_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The generic class or form of an annotation, and its arguments; of one that only names another, that one."""
    for step in ("__value__", "__supertype__"):  # ``type Port = ...`` and NewType
        if hasattr(hint, step):
            return _MEANS, (getattr(hint, step),)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is None:
        return None, (types.NoneType if hint is None else hint,)
    if origin is types.UnionType:
        return typing.Union, arguments
    if getattr(origin, "__name__", str(origin).rpartition(".")[2]) in _QUALIFIERS or hasattr(hint, "__metadata__"):
        return _MEANS, arguments
    return origin, arguments


def _is_of_class(hint: Any, value: object, depth: int) -> bool:
    if hint is str or hint is types.NoneType:  # as nearly always
        return isinstance(value, hint)
    if not is_class(hint):
        return True
    if typing.is_typeddict(hint) or hasattr(hint, "__required_keys__"):
        return _has_keys(hint, value, depth)
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return hint not in _EXACT or isinstance(value, hint)


def _has_keys(hint: Any, value: object, depth: int) -> bool:
    """Whether a caller may send a mapping for a ``TypedDict``: with the keys that it requires, and no others than it
    declares, but where it is open (contract section 1)."""
    declared = hints_of(hint)
    if not isinstance(value, Mapping) or not declared:
        return isinstance(value, Mapping)
    if not value.keys() <= declared.keys() and not hasattr(hint, "__extra_items__"):
        return False
    optional = optional_keys(hint)
    return all(
        fits(inner, value[name], depth + 1) if name in value else name in optional for name, inner in declared.items()
    )


def _is_contained(origin: Any, arguments: tuple[Any, ...], value: Any, allows: Callable[[Any, object], bool]) -> bool:
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return all(allows(arguments[0], item) for item in value)
        return len(value) == len(arguments) and all(map(allows, arguments, value))
    if origin is dict and len(arguments) == 2:
        return isinstance(value, dict) and all(
            allows(arguments[0], key) and allows(arguments[1], item) for key, item in value.items()
        )
    if origin in _CONTAINERS and len(arguments) == 1:
        return isinstance(value, origin) and all(allows(arguments[0], item) for item in value)
    return True


__all__ = ["fits"]
