"""Copies of objects, fast: hooks are given some ten thousands of them, and may do with each as they like.

A copy is a tree, as what comes out of a decoder is one: what an object holds twice, its copy has two of.
"""

from __future__ import annotations

import copy
import dataclasses
import datetime
import decimal
import enum
import functools
import pickle
import types
import uuid
from collections.abc import Callable
from typing import Any, Final

from apivet.blackbox.objects.access import (
    Marker,
    accessed_parts,
    attributes_of,
    duplicated,
    field_names,
    force,
    is_open,
    read,
    slots_of,
)

_ATOMS: Final = frozenset(
    (str, int, float, bool, complex, bytes, type(None), type(...))
    + (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
    + (decimal.Decimal, uuid.UUID, types.FunctionType, types.BuiltinFunctionType)
)
#: What a class says of its own about copies, and the libraries that say nothing new with it.
_SAYINGS: Final = (
    *("__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"),
    *("__getnewargs__", "__getnewargs_ex__"),
)
_WRITERS: Final = frozenset(("dataclasses", "attr._make", "pydantic.main"))

_Copier = Callable[[Any], Any]


class _Copiers(dict[type, _Copier]):
    """How to copy an object of each class, found out where it is first needed."""

    def __missing__(self, kind: type) -> _Copier:
        found = self[kind] = _made(kind)
        return found


_COPIERS: Final = _Copiers()


def copied(value: Any) -> Any:
    """The value again, sharing nothing with it that can be changed."""
    try:
        return value if type(value) in _ATOMS else _COPIERS[type(value)](value)
    except (RecursionError, AttributeError):
        # It holds itself or is nested very deeply; or was made around its constructor, and has no value for a field.
        return _asked(value)


def shallow(value: Any) -> Any:
    """The value again, sharing what it holds; none of that where its class has its own ways to be copied."""
    kind: Any = type(value)
    if not _shares(kind):
        return copied(value)
    made = duplicated(value)
    if accessed_parts(kind):
        for name, item in attributes_of(made).items():
            if type(item) in (dict, list):
                force(made, name, copied(item))  # what stores a part is no part to be shared
    return made


@functools.cache
def _shares(kind: Any) -> bool:
    return kind in (list, dict, tuple) or _is_plain(kind)


def _made(kind: Any) -> _Copier:
    if issubclass(kind, (enum.Enum, type, str, bytes, int, float)):
        return _itself
    if kind is list:
        return _list
    if kind is dict:
        return _dict
    if kind is set:
        return lambda value: value.copy() if _ATOMS.issuperset(map(type, value)) else set(_list(value))
    if kind in (tuple, frozenset):
        return lambda value: kind(_list(value))
    if issubclass(kind, tuple) and hasattr(kind, "_make"):
        return lambda value: kind._make(_list(value))
    if hasattr(kind, "__struct_fields__"):
        return _of_struct(kind) if not kind.__struct_config__.frozen else _asked
    if not _is_plain(kind) or not _can_be_empty(kind):
        return _asked
    return _by_constructor(kind) or _structure(kind)


def _itself(value: Any) -> Any:
    return value


def _list(value: Any) -> list[Any]:
    return [item if type(item) in _ATOMS else _COPIERS[type(item)](item) for item in value] if value else []


def _dict(value: Any) -> dict[Any, Any]:
    if not value:
        return {}
    return {key: item if type(item) in _ATOMS else _COPIERS[type(item)](item) for key, item in value.items()}


def _is_plain(kind: type) -> bool:
    """Whether an object is what it holds: its class derives from no builtin one, and has no way of its own to be
    copied."""
    if any(base.__module__ == "builtins" and base is not object for base in kind.__mro__):
        return False
    if type(kind.__new__) is types.BuiltinFunctionType and kind.__new__ is not object.__new__:
        return False
    for name in _SAYINGS:
        own = next((vars(base)[name] for base in kind.__mro__ if base is not object and name in vars(base)), None)
        if own is not None and getattr(own, "__globals__", {}).get("__name__") not in _WRITERS:
            return False
    return True


def _can_be_empty(kind: Any) -> bool:
    """Whether there is an object of the class before anything is in it: of what is written in C, there may be none."""
    try:
        object.__new__(kind)
    except TypeError:
        return False
    return True


def _of_struct(kind: Any) -> _Copier:
    """For a class of msgspec, whose own copy shares what is not plain."""
    lines = [
        f" if (kind := type(item := value.{name})) not in atoms: made.{name} = copiers[kind](item)"
        for name in kind.__struct_fields__
    ]
    scope: dict[str, Any] = {"atoms": _ATOMS, "copiers": _COPIERS}
    exec("\n".join(("def written(value):", " made = value.__copy__()", *lines, " return made")), scope)
    found: _Copier = scope["written"]
    return found


def _by_constructor(kind: Any) -> _Copier | None:
    """For a class whose constructor does nothing but take the fields, which is the fastest way to set them."""
    if not takes_fields_alone(kind) or is_open(kind):
        return None
    fields = dataclasses.fields(kind)
    # Written out as dataclasses are themselves: half of all time goes by here, and a loop takes half as long again.
    copies = ", ".join(
        f"item if (kind := type(item := value.{field.name})) in atoms else copiers[kind](item)" for field in fields
    )
    found: _Copier = eval(f"lambda value: made({copies})", {"made": kind, "atoms": _ATOMS, "copiers": _COPIERS})
    return found


@functools.cache
def takes_fields_alone(kind: Any) -> bool:
    """Whether a class has a constructor that was generated for it, and does nothing but take the fields in order."""
    own = vars(kind).get("__init__")
    is_generated = dataclasses.is_dataclass(kind) and own is not None and own.__code__.co_filename == "<string>"
    if not is_generated or hasattr(kind, "__post_init__"):
        return False
    return all(field.init and not field.kw_only for field in dataclasses.fields(kind))


def _structure(kind: type) -> _Copier:
    slots = slots_of(kind)
    has_dict = kind.__dictoffset__ != 0

    def structure(value: Any) -> Any:
        made: Any = object.__new__(kind)
        if has_dict:
            state = made.__dict__
            state.update(value.__dict__)
            for name, item in state.items():
                if type(item) not in _ATOMS:
                    state[name] = _COPIERS[type(item)](item)
        for slot in slots:
            try:
                item = slot.__get__(value)
            except AttributeError:
                continue
            slot.__set__(made, copied(item))
        return made

    return structure


def _asked(value: Any) -> Any:
    """However its class wants it."""
    try:
        return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    except Exception:
        try:
            return copy.deepcopy(value)
        except Exception:
            return _part_by_part(value)


def _part_by_part(value: Any) -> Any:
    """An object that holds something of which there is but one: a lock, a file. That is shared."""
    names = field_names(value)
    if not names:
        return value
    made = duplicated(value)
    for name in names:
        item = read(value, name)
        if item is not Marker.ABSENT and type(item) not in _ATOMS:
            force(made, name, copied(item))
    return made
