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
import inspect
import pickle
import types
import uuid
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.objects.access import (
    ABSENT,
    accessed_parts,
    attributes_of,
    duplicated,
    field_names,
    force,
    is_open,
    read,
    slots_of,
)
from apivet.blackbox.objects.writing import WrittenOut, written

ATOMS: Final = frozenset(
    (str, int, float, bool, complex, bytes, type(None), type(...))
    + (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
    + (decimal.Decimal, uuid.UUID, types.FunctionType, types.BuiltinFunctionType)
)
#: Methods by which a class says how it is copied; those of ``_WRITERS`` say nothing new.
_SAYINGS: Final = (
    *("__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"),
    *("__getnewargs__", "__getnewargs_ex__"),
)
_ARE_ATOMS: Final = ATOMS.issuperset
#: Attributes whose values are sets of names: what is in them need not be looked at.
HOLDERS_OF_NAMES: Final = frozenset(("__pydantic_fields_set__",))
_WRITERS: Final = frozenset(("dataclasses", "attr._make", "pydantic.main"))

_Copier = Callable[[Any], Any]

_COPIERS: Final[dict[type, _Copier]] = WrittenOut(lambda kind: _made(kind))


def prepare(kind: Any) -> None:
    """Write out what copies objects of a class."""
    _COPIERS[kind], _again(kind)


def copied(value: Any) -> Any:
    """The value again, sharing nothing with it that can be changed."""
    try:
        return value if type(value) in ATOMS else _COPIERS[type(value)](value)
    except (RecursionError, AttributeError):
        # It holds itself or is nested very deeply; or was made around its constructor, and has no value for a field.
        return _asked(value)


def shallow(value: Any) -> Any:
    """The value again, sharing what it holds; none of that where its class has its own ways to be copied."""
    kind: Any = type(value)
    if not _shares(kind):
        return copied(value)
    again = _again(kind)
    try:
        made = again(value)
    except AttributeError:  # a field has no value
        made = duplicated(value)
    if accessed_parts(kind):
        for name, item in attributes_of(made).items():
            if type(item) in (dict, list):
                force(made, name, copied(item))  # what stores a part is no part to be shared
    return made


@functools.cache
def _again(kind: Any) -> _Copier:
    anatomy = None if kind in (list, dict, tuple) else anatomy_of(kind)
    if anatomy is None:
        return duplicated
    if not anatomy.has_dict:
        reads = (f"a{index} = {value}" for index, value in enumerate(anatomy.of("value")))
    else:  # what is in the slots beside a __dict__ keeps account of fields
        reads = (f"a{index} = apart({value})" for index, value in enumerate(anatomy.of("value")))
    return anatomy.written("value", *reads, apart=_apart)


def _apart(value: Any) -> Any:
    return value.copy() if type(value) in (dict, set, list) else value


@functools.cache
def _shares(kind: Any) -> bool:
    return kind in (list, dict, tuple) or _is_plain(kind) or anatomy_of(kind) is not None


def _made(kind: Any) -> _Copier:
    if issubclass(kind, (enum.Enum, type)):
        return _itself
    if issubclass(kind, (str, bytes, int, float)):
        return _asked if hasattr(kind, "__deepcopy__") else _itself
    if kind is list:
        return _list
    if kind is dict:
        return _dict
    if kind is set:
        return lambda value: value.copy() if _ARE_ATOMS(map(type, value)) else set(_list([*value]))
    if kind in (tuple, frozenset):
        return lambda value: value if _ARE_ATOMS(map(type, value)) else kind(_list([*value]))
    if issubclass(kind, tuple) and hasattr(kind, "_make"):
        return lambda value: kind._make(_list([*value]))
    anatomy = anatomy_of(kind)
    if anatomy is None:
        return _asked
    copies = (
        f"a{index} = {value}.copy()"
        if name in HOLDERS_OF_NAMES
        else f"a{index} = item if (kind := type(item := {value})) in atoms else copiers[kind](item)"
        for index, (name, value) in enumerate(zip(anatomy.names, anatomy.of("value")))
    )
    return anatomy.written("value", *copies, atoms=ATOMS, copiers=_COPIERS)


def _itself(value: Any) -> Any:
    return value


# Lists and dicts have two items, or none at all: before Python 3.12, a comprehension takes longer to begin than to end.


def _list(value: list[Any]) -> list[Any]:
    made = []
    for item in value:
        made.append(item if type(item) in ATOMS else _COPIERS[type(item)](item))
    return made


def _dict(value: dict[Any, Any]) -> dict[Any, Any]:
    if not value:
        return {}
    made = value.copy()
    if not _ARE_ATOMS(map(type, value.values())):
        for key, item in value.items():
            if type(item) not in ATOMS:
                made[key] = _COPIERS[type(item)](item)
    return made


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


class Anatomy(Struct, frozen=True):
    """The attributes that the objects of a class are made up of, and how another one is put together of their values,
    ``a0``, ``a1`` and so on. Where objects have a ``__dict__``, that comes first."""

    kind: Any
    names: tuple[str, ...]
    making: tuple[str, ...]
    has_dict: bool = False

    def of(self, holder: str) -> list[str]:
        """The expressions for the values of an object. What answers to any name is asked for what it has alone."""
        form = "get({}, {!r})" if is_open(self.kind) else "{}.{}"
        return [form.format(holder, name) for name in self.names]

    def written(self, parameters: str, *lines: str, **scope: Any) -> Callable[..., Any]:
        """A function that works out the values in some lines, and returns what is made of them."""
        scope.update(made_of=self.kind, new=object.__new__, put=object.__setattr__, get=object.__getattribute__)
        return written(parameters, (*lines, *self.making, "return made"), **scope)


@functools.cache
def anatomy_of(kind: Any) -> Anatomy | None:
    """The anatomy of a class; ``None`` where its objects are to be copied as the class wants it."""
    if hasattr(kind, "__struct_fields__"):
        if kind.__struct_config__.frozen:
            return None
        names = tuple(kind.__struct_fields__)  # its own copy shares what is not plain
        return Anatomy(kind, names, ("made = value.__copy__()", *_assignments("made.{} = {}", names)))
    if not _is_plain(kind) or not _can_be_empty(kind) or kind.__getattribute__ is not object.__getattribute__:
        return None
    fields = () if is_open(kind) else fields_alone(kind)
    if fields and kind.__setattr__ is not object.__setattr__:
        return Anatomy(kind, fields, (f"made = made_of({', '.join(f'a{index}' for index in range(len(fields)))})",))
    if fields:  # its constructor does no more, and takes twice as long
        return Anatomy(kind, fields, ("made = new(made_of)", *_assignments("made.{} = {}", fields)))
    slots = slots_of(kind)
    if any(inspect.getattr_static(kind, slot.__name__, None) is not slot for slot in slots):
        return None
    has_dict = kind.__dictoffset__ != 0
    names = (*(("__dict__",) if has_dict else ()), *(slot.__name__ for slot in slots))
    return Anatomy(kind, names, ("made = new(made_of)", *_assignments("put(made, {!r}, {})", names)), has_dict)


def _assignments(form: str, names: tuple[str, ...]) -> list[str]:
    return [form.format(name, f"a{index}") for index, name in enumerate(names)]


@functools.cache
def fields_alone(kind: Any) -> tuple[str, ...]:
    """The fields in order of a class whose constructor was generated for it, and does nothing but take them; none of
    any other."""
    own = vars(kind).get("__init__")
    source = own.__code__.co_filename if isinstance(own, types.FunctionType) else ""
    fields: tuple[Any, ...] = ()
    if source == "<string>" and dataclasses.is_dataclass(kind):
        fields, hooks = dataclasses.fields(kind), ["__post_init__"]
    elif source.startswith("<attrs generated"):
        fields, hooks = kind.__attrs_attrs__, ["__attrs_pre_init__", "__attrs_post_init__"]
    if not fields or any(hasattr(kind, hook) for hook in hooks):
        return ()
    changes = (getattr(field, name, None) for field in fields for name in ("converter", "validator"))
    if any(change is not None for change in changes) or not all(field.init and not field.kw_only for field in fields):
        return ()
    return tuple(field.name for field in fields)


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
        if item is not ABSENT and type(item) not in ATOMS:
            force(made, name, copied(item))
    return made
