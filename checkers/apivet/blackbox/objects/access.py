"""Reading and changing fields of live objects, however their classes are declared."""

from __future__ import annotations

import copy
import dataclasses
import enum
import functools
import importlib
from collections.abc import Mapping
from typing import Any, Final

#: What has no parts, whatever attributes it has.
_SCALARS: Final = frozenset((str, bytes, int, float, bool, type(None)))
_WHOLE: Final = (str, bytes, bytearray, int, float, complex, bool, enum.Enum, type(None), type)
#: Libraries whose values have no parts either.
_LIBRARIES: Final = frozenset(("datetime", "decimal", "uuid", "fractions", "ipaddress", "pathlib", "zoneinfo"))
#: How deep objects are followed; what lies below is compared as a whole.
_DEPTH: Final = 60
#: How many leaves are looked at: an object that a hook has put into itself has no end of them.
_LEAVES: Final = 20_000

Leaves = dict[str, object]


class Marker(enum.Enum):
    """What stands for a container that has nothing in it, and for what lies too deep."""

    EMPTY_LIST = "[]"
    EMPTY_MAP = "{}"
    NO_FIELDS = "()"
    ABSENT = "absent"
    TOO_DEEP = "..."

    def __repr__(self) -> str:
        return self.value


def field_names(value: object) -> tuple[str, ...] | None:
    """The names of an object's fields, in order; ``None`` where it has none, being a plain value or a container."""
    kind: Any = type(value)
    names, is_plain = _declared_names(kind)
    return _plain_names(value) if is_plain else names


@functools.cache
def _declared_names(kind: type) -> tuple[tuple[str, ...] | None, bool]:
    """The fields that a class declares, and whether its objects have to be looked at one by one instead."""
    if issubclass(kind, (*_WHOLE, Mapping)):
        return None, False
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind)), False
    for names in (getattr(kind, "__struct_fields__", None), getattr(kind, "_fields", None)):
        if isinstance(names, tuple):
            return names, False
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        return tuple(attribute.name for attribute in attributes), False
    fields = getattr(kind, "model_fields", None)
    if isinstance(fields, Mapping):
        return tuple(fields), False
    plain = not issubclass(kind, (list, tuple, set, frozenset)) and kind.__module__ not in _LIBRARIES
    return None, plain


def _plain_names(value: object) -> tuple[str, ...] | None:
    """The fields of a class that is declared by annotations or slots alone, or not at all."""
    names: dict[str, None] = {}
    for base in reversed(type(value).__mro__):
        slots = base.__dict__.get("__slots__", ())
        names.update(dict.fromkeys((slots,) if isinstance(slots, str) else tuple(slots)))
    names.update(dict.fromkeys(getattr(value, "__dict__", {})))
    found = tuple(name for name in names if not name.startswith("_") and hasattr(value, name))
    if not found and type(value).__eq__ is not object.__eq__:
        return None  # it keeps its parts to itself, and says whether it is like another
    return found if found or hasattr(value, "__dict__") else None


def read(holder: object, name: str) -> object:
    """One field of an object, or one entry of a mapping."""
    if isinstance(holder, dict):
        return holder.get(name, Marker.ABSENT)
    return getattr(holder, name, Marker.ABSENT)


def write(holder: Any, name: str, value: object) -> Any:
    """The holder with one field changed: in place where that can be done, else a new one."""
    if isinstance(holder, dict):
        if value is Marker.ABSENT:
            holder.pop(name, None)
        else:
            holder[name] = value
        return holder
    try:
        setattr(holder, name, value)
        return holder
    except (AttributeError, TypeError, ValueError):
        return _replaced(holder, name, value)


def _replaced(holder: Any, name: str, value: object) -> Any:
    """A frozen object with one field changed, without asking its validators."""
    if isinstance(holder, tuple) and hasattr(holder, "_replace"):
        return holder._replace(**{name: value})
    changed = copy.copy(holder)
    force(changed, name, value)
    return changed


def force(holder: Any, name: str, value: object) -> None:
    """Set a field in place, whatever the class says to that: validators are not asked. Raises what a class raises that
    has no such place."""
    if hasattr(holder, "__struct_fields__"):
        # The project's library, and none of ours: it is there where its classes are.
        importlib.import_module("msgspec.structs").force_setattr(holder, name, value)
    else:
        object.__setattr__(holder, name, value)


class Image:
    """An object as it is, to be looked at part by part; what nobody asks for is not flattened."""

    def __init__(self, value: object) -> None:
        self.value = value
        self._parts: dict[str, Leaves] = {}
        #: What others have worked out about it, and don't want to work out again.
        self.worked_out: dict[Any, Any] = {}

    def leaves(self, part: str = "") -> Leaves:
        """All that is in a part (``spec``, ``metadata.labels``; the whole object without one), flat, under full paths:
        ``{"spec.ports[0].name": "http", "metadata.labels": {}}``."""
        found = self._parts.get(part)
        if found is None:
            value = self.value
            for name in part.split(".") if part else ():
                value = read(value, name)
            found = self._parts[part] = {}
            if value is not Marker.ABSENT:
                _walk(value, part, 0, found)
        return found

    def at(self, path: str) -> object:
        """The value of one field, by names alone (``metadata.generation``)."""
        value = self.value
        for name in path.split("."):
            value = read(value, name)
        return value


def _walk(value: object, path: str, depth: int, found: Leaves) -> None:
    """Note the leaves of a value. Most values are scalars, which are told by a look at their class alone: objects of
    some hundred leaves are looked at thousands of times."""
    if type(value) in _SCALARS:
        found[path] = value
        return
    if depth >= _DEPTH or len(found) >= _LEAVES:
        found[path] = Marker.TOO_DEEP
        return
    names = field_names(value)
    if names is not None:
        _walk_fields(value, names, path, depth + 1, found)
    elif isinstance(value, (list, tuple)):
        if not value:
            found[path] = Marker.EMPTY_LIST
        for index, item in enumerate(value):
            _walk(item, f"{path}[{index}]", depth + 1, found)
    elif isinstance(value, Mapping):
        if not value:
            found[path] = Marker.EMPTY_MAP
        for key in value:
            _walk(value[key], entry(path, key), depth + 1, found)
    else:
        found[path] = value


def _walk_fields(holder: object, names: tuple[str, ...], path: str, depth: int, found: Leaves) -> None:
    if not names:
        found[path] = Marker.NO_FIELDS
    before = f"{path}." if path else ""
    for name in names:
        value = getattr(holder, name, Marker.ABSENT)
        if type(value) in _SCALARS:
            found[before + name] = value
        else:
            _walk(value, before + name, depth, found)


def entry(path: str, key: object) -> str:
    """The path of an entry: a mapping that stands for an object has fields, any other has keys."""
    if isinstance(key, str) and key.isidentifier():
        return f"{path}.{key}" if path else key
    return f"{path}[{key!r}]"


def beneath(found: Leaves, path: str) -> Leaves:
    """The leaves at a path and below it."""
    return {
        name: value
        for name, value in found.items()
        if name == path or (name.startswith(path) and name[len(path) : len(path) + 1] in (".", "["))
    }


def leaves_of(value: object) -> Leaves:
    """All that is in a value, flat, under paths from there."""
    found: Leaves = {}
    _walk(value, "", 0, found)
    return found


def differing(one: Leaves, other: Leaves) -> list[str]:
    """The paths at which two sets of leaves are not the same, in the order of the first."""
    found = [path for path, value in one.items() if not same(value, other.get(path, Marker.ABSENT))]
    return found + [path for path in other if path not in one]


def same(one: object, other: object) -> bool:
    """Equality that never fails, and that tells ``1`` from ``True``."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    try:
        return bool(one == other)
    except Exception:
        return False
