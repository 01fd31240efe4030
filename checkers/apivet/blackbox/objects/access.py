"""Reading and changing fields of live objects, however their classes are declared."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import enum
import functools
import importlib
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from apivet.vocabulary import UNDECLARED

if TYPE_CHECKING:
    from typing import TypeGuard

_WHOLE: Final = (str, bytes, bytearray, int, float, complex, bool, enum.Enum, type(None), type)
#: Libraries whose values have no parts either.
_LIBRARIES: Final = frozenset(("datetime", "decimal", "uuid", "fractions", "ipaddress", "pathlib", "zoneinfo"))


#: Names of accessors of a part, and the parts that have some (see :func:`speak`).
_GET, _SET = "get_", "set_"
_PARTS: set[str] = {"metadata", "spec", "status", "generation"}


_FORGETTING: Final[list[Callable[[], None]]] = []
_Found = TypeVar("_Found")


def by_class(look: Callable[[Any], _Found]) -> Callable[[Any], _Found]:
    """Remember what was found out about a class, until parts have other names."""
    remembering = functools.cache(look)
    _FORGETTING.append(remembering.cache_clear)
    return remembering


def speak(words: Iterable[str]) -> None:
    """Look for accessors of parts of these names, too."""
    if not _PARTS.issuperset(words):
        _PARTS.update(words)
        for forget in _FORGETTING:
            forget()


@by_class
def accessed_parts(kind: Any) -> tuple[str, ...]:
    """The parts that objects of a class have through accessors, or through properties that can be set."""
    names = {name for base in kind.__mro__ for name in vars(base)}
    found = []
    for part in sorted(_PARTS):
        methods = {f"{_GET}{part}", f"{_SET}{part}"}
        if part not in names and not names >= methods:
            continue  # as in nearly all classes
        static = _static(kind, part)
        by_methods = static is None and all(callable(_static(kind, method)) for method in methods)
        if by_methods or (isinstance(static, property) and static.fset is not None):
            found.append(part)
    return tuple(found)


def _behind_accessors(value: object) -> tuple[str, ...]:
    kind: Any = type(value)
    return accessed_parts(kind)


def _static(kind: Any, name: str) -> Any:
    return inspect.getattr_static(kind, name, None)


class Marker(enum.Enum):
    """Stand-ins for a container that has nothing in it, for an absent value, and for one that lies too deep."""

    EMPTY_LIST = "[]"
    EMPTY_MAP = "{}"
    NO_FIELDS = "()"
    ABSENT = "absent"
    TOO_DEEP = "..."

    def __repr__(self) -> str:
        return self.value


#: Asked for a million times; to look up a member of an enum takes as long as to read a field.
ABSENT: Final = Marker.ABSENT


#: The identity of an object, which tells it from all others. Of each ``id``, those are told who listen to all that goes
#: on, as we do to files, and that takes longer than most of what it is asked for.
identity_of: Final[Callable[[object], int]] = object.__hash__


def field_names(value: object) -> tuple[str, ...] | None:
    """The names of an object's fields, in order; ``None`` where it has none, being a plain value or a container."""
    kind: Any = type(value)
    names, is_plain = declared_names(kind)
    return _plain_names(value) if is_plain else names


def payload_names(value: object) -> tuple[str, ...] | None:
    """The same without the private ones, which are storage: no rule asks for these, unless there is nothing else."""
    kind: Any = type(value)
    names, is_plain = declared_payload(kind)
    return _public(_plain_names(value)) if is_plain else names


@by_class
def declared_payload(kind: type) -> tuple[tuple[str, ...] | None, bool]:
    """The public fields that a class declares, and whether its objects have to be looked at one by one instead."""
    names, is_plain = declared_names(kind)
    return _public(names), is_plain


def _public(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return tuple(name for name in names or () if not name.startswith("_")) or names


@by_class
def declared_names(kind: type) -> tuple[tuple[str, ...] | None, bool]:
    """The fields that a class declares, and whether its objects have to be looked at one by one instead."""
    names, is_plain = _declared_names(kind)
    return (None, True) if names is not None and (is_open(kind) or accessed_parts(kind)) else (names, is_plain)


@functools.cache
def _declared_names(kind: type) -> tuple[tuple[str, ...] | None, bool]:
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


@functools.cache
def is_open(kind: Any) -> bool:
    """Whether objects of a class may hold fields that no declaration names."""
    settings = getattr(kind, "model_config", None)
    lets_in = isinstance(settings, Mapping) and settings.get("extra") == "allow"
    return lets_in or (not issubclass(kind, (dict, tuple)) and _answers_for_unknown_names(kind))


def _answers_for_unknown_names(kind: Any) -> bool:
    """Whether a class has a ``__getattr__`` of its own making. That of pydantic is there for every model, and finds no
    fields but private ones."""
    own = getattr(kind, "__getattr__", None)
    return own is not None and getattr(own, "__module__", "") != "pydantic.main"


def undeclared(value: Any) -> dict[str, Any]:
    """The fields of an object that no declaration names."""
    kind: Any = type(value)
    if not is_open(kind):
        return {}
    declared = (*(_declared_names(kind)[0] or ()), *_annotated(kind))
    held = {**attributes_of(value), **(_own(value, "__pydantic_extra__") or {})}
    return {name: item for name, item in held.items() if name not in declared and not name.startswith("_")}


def attributes_of(value: object) -> dict[str, Any]:
    """Attributes of an object by name, besides its slots."""
    return _own(value, "__dict__") or {}


def _own(value: object, name: str) -> Any:
    """An attribute that is there, whatever a ``__getattr__`` answers for those that are not; else ``None``, as where a
    descriptor of that name raises."""
    try:
        return object.__getattribute__(value, name)
    except Exception:
        return None


@functools.cache
def _annotated(kind: Any) -> frozenset[str]:
    return frozenset(name for base in kind.__mro__ for name in vars(base).get("__annotations__", {}))


def _plain_names(value: object) -> tuple[str, ...] | None:
    """The fields of an object whose class does not say all of them, or not under their names."""
    kind: Any = type(value)
    declared = _declared_names(kind)[0]
    names = _own_names(value) if declared is None else (*declared, *undeclared(value))
    parts = _behind_accessors(value)
    if parts and names is not None:
        # What stores them is no business of anybody's.
        return (*(name for name in names if not name.startswith("_") and name not in parts), *parts)
    return names


def _own_names(value: object) -> tuple[str, ...] | None:
    """The fields of a class that is declared by annotations or slots alone, or not at all."""
    names: dict[str, None] = {}
    for base in reversed(type(value).__mro__):
        slots = base.__dict__.get("__slots__", ())
        names.update(dict.fromkeys((slots,) if isinstance(slots, str) else tuple(slots)))
    names.update(dict.fromkeys(attributes_of(value)))
    found = tuple(name for name in names if not name.startswith("_") and hasattr(value, name))
    if not found and type(value).__eq__ is not object.__eq__:
        return None  # it keeps its parts to itself, and says whether it is like another
    return found if found or _own(value, "__dict__") is not None else None


def read(holder: object, name: str) -> object:
    """One field of an object, or one entry of a mapping."""
    if isinstance(holder, dict):
        return holder.get(name, ABSENT)
    if name == UNDECLARED:
        return undeclared(holder)
    try:
        found = getattr(holder, name, ABSENT)
    except Exception:  # a property's own
        return ABSENT
    if found is ABSENT and name in _behind_accessors(holder):
        return getattr(holder, f"{_GET}{name}")()
    return found


def write(holder: Any, name: str, value: object) -> Any:
    """The holder with one field changed: in place where that can be done, else a new one."""
    if isinstance(holder, dict):
        if value is ABSENT:
            holder.pop(name, None)
        else:
            holder[name] = value
        return holder
    if name == UNDECLARED and isinstance(value, Mapping):
        for each, item in value.items():
            setattr(holder, each, item)
        return holder
    try:
        if name in _behind_accessors(holder) and not isinstance(_static(type(holder), name), property):
            getattr(holder, f"{_SET}{name}")(value)
        else:
            setattr(holder, name, value)
        return holder
    except (AttributeError, TypeError, ValueError):
        return _replaced(holder, name, value)


def _replaced(holder: Any, name: str, value: object) -> Any:
    """A frozen object with one field changed, without asking its validators."""
    if isinstance(holder, tuple) and hasattr(holder, "_replace"):
        return holder._replace(**{name: value})
    changed = duplicated(holder)
    force(changed, name, value)
    return changed


def force(holder: Any, name: str, value: object) -> None:
    """Set a field in place, whatever the class says to that: validators are not asked. Raises what a class raises that
    has no such place."""
    if hasattr(type(holder), "__struct_fields__"):
        # The project's library, and none of ours: it is there where its classes are.
        importlib.import_module("msgspec.structs").force_setattr(holder, name, value)
    else:
        object.__setattr__(holder, name, value)


def duplicated(value: Any) -> Any:
    """The object again, sharing what it holds. Python asks objects for their own ways to be copied, and one that
    answers to every name gives it something else: that one is put together here."""
    kind: Any = type(value)
    if not _answers_for_unknown_names(kind) or any(hasattr(kind, name) for name in ("__copy__", "__setstate__")):
        return copy.copy(value)
    try:
        made = object.__new__(kind)
    except TypeError:  # of what derives from a built-in class, there is more to copy
        return copy.copy(value)
    attributes_of(made).update(attributes_of(value))
    for slot in slots_of(kind):
        with contextlib.suppress(AttributeError):
            slot.__set__(made, slot.__get__(value))
    return made


@functools.cache
def slots_of(kind: Any) -> list[types.MemberDescriptorType]:
    """The slots of a class, those of its bases too."""
    members = [member for base in kind.__mro__ for member in vars(base).values()]
    return [member for member in members if is_a(member, types.MemberDescriptorType)]


def is_class(value: object) -> TypeGuard[type[Any]]:
    """Whether a value is a class. ``list[int]`` passes for one on Python 3.10, as do stand-ins for classes, and none of
    them has what a class has."""
    return issubclass(type(value), type)


def is_a(value: object, kinds: type[Any] | tuple[type[Any], ...]) -> TypeGuard[Any]:
    """Whether a value is an object of one of these classes by its own class alone: asked for the class that it passes
    for, a stand-in runs code of its own, which raises where there is nothing to stand in for (a request's proxy)."""
    return issubclass(type(value), kinds)


def same(one: object, other: object) -> bool:
    """Equality that never fails, and that tells ``1`` from ``True``."""
    return one is other or (type(one) is type(other) and are_equal(one, other))


def are_equal(one: object, other: object) -> bool:
    """Equality as code finds it that compares two values, but that never fails."""
    try:
        return bool(one == other)
    except Exception:
        return False
