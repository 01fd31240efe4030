"""Snapshots of objects, flat, and the places where two of them differ.

Objects of some hundred leaves are looked at thousands of times, and what a hook stores is mostly what it was given: so
scalars are known by a look at their class alone, the fields of an object are read in one go, and two objects are gone
through together, putting into words only where they differ.
"""

from __future__ import annotations

import itertools
import keyword
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from apivet.blackbox.limits import LEAVES, LOOKED_INTO
from apivet.blackbox.objects.access import (
    ABSENT,
    Marker,
    are_equal,
    by_class,
    declared_payload,
    payload_names,
    read,
    same,
)
from apivet.blackbox.objects.memo import Memo
from apivet.blackbox.objects.writing import written
from apivet.paths import Key, extended, lies_in

#: Types without parts, whatever attributes they have.
SCALARS: Final = frozenset((str, bytes, int, float, bool, type(None)))
#: From so many on, ``attrgetter`` gives a tuple.
_SEVERAL: Final = 2

Leaves = dict[str, object]
#: The values of two objects at each path at which they differ.
Differences = dict[str, tuple[object, object]]


class Snapshot:
    """An object as it is, to be looked at part by part; what nobody asks for is not flattened."""

    __slots__ = ("_parts", "_values", "memo", "value")

    def __init__(self, value: object) -> None:
        self.value = value
        self._parts: dict[str, Leaves] = {}
        self._values: dict[str, object] = {"": value}
        #: Results that others have worked out about it.
        self.memo = Memo()

    def leaves(self, part: str = "") -> Leaves:
        """All that is in a part (``spec``, ``metadata.labels``; the whole object without one), flat, under full paths:
        ``{"spec.ports[0].name": "http", "metadata.labels": {}}``."""
        found = self._parts.get(part)
        if found is None:
            found = self._parts[part] = _flat(self.at(part), part, 0)
        return found

    def at(self, path: str) -> object:
        """The value of one field, by names alone (``metadata.generation``)."""
        found = self._values.get(path, self)
        if found is self:
            around, _, name = path.rpartition(".")
            found = self._values[path] = read(self.at(around), name)
        return found

    def differing(self, other: Snapshot, part: str) -> list[str]:
        """The paths at which a part is another one in the other object, in order."""
        return list(self.differences(other, part))

    def differences(self, other: Snapshot, part: str) -> Differences:
        """The same with what both have there."""
        return _Comparison().of(self.at(part), other.at(part), part)

    def unequal(self, other: Snapshot, part: str) -> Differences:
        """The same without what is equal to code that compares it, if it is written otherwise: ``2`` and ``2.0``, the
        member of an enum and its text."""
        found = self.differences(other, part)
        return {path: values for path, values in found.items() if not are_equal(*values)}

    def first_difference(self, other: Snapshot, part: str) -> str | None:
        """The first of these paths, which is all that many want to know; ``None`` where the part is the same."""
        return first_difference(self.at(part), other.at(part), part)


# ------------------------------------------------------------------------------------------------------- leaves


def _flat(value: object, path: str, depth: int) -> Leaves:
    found: Leaves = {}
    if value is not ABSENT:
        _walk(value, path, depth, found)
    return found


def _walk(value: object, path: str, depth: int, found: Leaves) -> None:
    """Note the leaves of a value."""
    if type(value) in SCALARS:
        found[path] = value
        return
    if depth >= LOOKED_INTO or len(found) >= LEAVES:
        found[path] = Marker.TOO_DEEP
        return
    names = payload_names(value)
    if names is not None:
        _walk_fields(value, names, path, depth + 1, found)
    elif isinstance(value, (list, tuple)):
        if not value:
            found[path] = Marker.EMPTY_LIST
        for index, item in enumerate(value):
            _walk(item, f"{path}[{index}]", depth + 1, found)
    elif type(value) is dict or isinstance(value, Mapping):
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
    for name, value in zip(names, _values(holder, names)):
        if type(value) in SCALARS:
            found[before + name] = value
        else:
            _walk(value, before + name, depth, found)


def _values(holder: object, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The values of an object's fields."""
    kind: Any = type(holder)
    reader = _reader(kind)
    try:
        if reader is not None:
            return reader(holder)
    except AttributeError:
        pass  # one has no value
    return tuple(read(holder, name) for name in names)


@by_class
def _reader(kind: Any) -> Callable[[object], tuple[Any, ...]] | None:
    """A function that reads all fields of an object at once, where the class says which they are."""
    names, _ = declared_payload(kind)
    return operator.attrgetter(*names) if names is not None and len(names) >= _SEVERAL else None


def entry(path: str, key: object) -> str:
    """The path of an entry: a mapping that stands for an object has fields, any other has keys."""
    return extended(path, key if isinstance(key, str) else Key(key))


def beneath(found: Leaves, path: str) -> Leaves:
    """The leaves at a path and below it."""
    return {name: value for name, value in found.items() if lies_in(name, path)}


def parts_of(value: Any) -> Iterable[object] | None:
    """The values in a value, as those that are leaves have none."""
    if type(value) in SCALARS:
        return None
    names = payload_names(value)
    if names is not None:
        return _values(value, names)
    if isinstance(value, (list, tuple)):
        return value
    return [value[key] for key in value] if type(value) is dict or isinstance(value, Mapping) else None


def leaves_of(value: object) -> Leaves:
    """All that is in a value, flat, under paths from there."""
    return _flat(value, "", 0)


# -------------------------------------------------------------------------------------------------- differences


def differing(one: Leaves, other: Leaves) -> list[str]:
    """The paths at which two sets of leaves are not the same, in the order of the first."""
    return list(_differences(one, other))


def _differences(one: Leaves, other: Leaves) -> Differences:
    pairs = ((path, (value, other.get(path, ABSENT))) for path, value in one.items())
    found = {path: values for path, values in pairs if not same(*values)}
    found.update((path, (ABSENT, value)) for path, value in other.items() if path not in one)
    return found


def are_alike(one: object, other: object) -> bool:
    """Whether two values have the same leaves."""
    return first_difference(one, other, "") is None


def first_difference(one: object, other: object, path: str) -> str | None:
    """The first path, from this one on, at which two values differ; ``None`` where they have the same leaves."""
    if one is other:
        return None
    kind = type(one)
    if kind in SCALARS and kind is type(other):
        return None if one == other else path
    return next(iter(_Comparison(to_first=True).of(one, other, path)), None)


_Comparer = Callable[[Any, Any, str, int, Callable[[Any, Any, str, int], bool]], bool]


def prepare(kind: Any) -> None:
    """Write out what reads and compares objects of a class."""
    _reader(kind)
    _comparer(kind)


@by_class
def _comparer(kind: Any) -> _Comparer | None:
    """A function that compares all fields of two objects of a class, where the class says which they are: most of them
    are the very same."""
    names, _ = declared_payload(kind)
    if not names or not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        return None
    lines = (
        f"if (a := one.{name}) is not (b := other.{name}) and compare(a, b, path + {name!r}, depth): return True"
        for name in names
    )
    return written("one, other, path, depth, compare", (*lines, "return False"))


def _is_leaf(value: Any, other: object) -> bool:
    """Whether a value is a leaf, and another one that is not like it has more of them, or one of another kind."""
    kind = type(value)
    return kind in SCALARS or (not value and kind in (list, dict) and type(other) is kind)


class _Comparison:
    """Goes through two values at once, to the first difference where that is all that is asked for: each step says
    whether enough is found. Where they are not built alike, the leaves of both are compared instead."""

    def __init__(self, *, to_first: bool = False) -> None:
        self._found: Differences = {}
        self._left = LEAVES
        self._to_first = to_first

    def of(self, one: object, other: object, path: str) -> Differences:
        """The differences by their paths, from this one on."""
        self._compare(one, other, path, 0)
        return self._found

    def _note(self, found: Differences) -> bool:
        self._found.update(found)
        return self._to_first and bool(found)

    def _compare(self, one: Any, other: Any, path: str, depth: int) -> bool:
        kind, its_kind = type(one), type(other)
        if kind is not its_kind:
            return self._compare_leaves(one, other, path, depth)
        if one is other:
            return False
        if kind in SCALARS:
            return one != other and self._note({path: (one, other)})
        if depth >= LOOKED_INTO or self._left <= 0:
            return False
        self._left -= 1
        if kind is list and len(one) == len(other):
            for index, (item, its) in enumerate(zip(one, other)):
                if item is not its and self._compare(item, its, f"{path}[{index}]", depth + 1):
                    return True
            return False
        if kind is dict and one.keys() == other.keys():
            for key, item in one.items():
                if item is not other[key] and self._compare(item, other[key], entry(path, key), depth + 1):
                    return True
            return False
        return self._compare_fields(one, other, path, depth)

    def _compare_fields(self, one: Any, other: Any, path: str, depth: int) -> bool:
        kind: Any = type(one)
        written, count = _comparer(kind), len(self._found)
        try:
            if written is not None:
                return written(one, other, f"{path}." if path else "", depth + 1, self._compare)
        except AttributeError:  # a field has no value in one of them
            self._found = dict(itertools.islice(self._found.items(), count))
        return self._compare_each(one, other, path, depth)

    def _compare_each(self, one: Any, other: Any, path: str, depth: int) -> bool:
        names = payload_names(one)
        if not names or names != payload_names(other):
            return self._compare_leaves(one, other, path, depth)
        return any(
            item is not its and self._compare(item, its, f"{path}.{name}" if path else name, depth + 1)
            for name, item, its in zip(names, _values(one, names), _values(other, names))
        )

    def _compare_leaves(self, one: object, other: object, path: str, depth: int) -> bool:
        if self._to_first and one is not ABSENT and (_is_leaf(one, other) or _is_leaf(other, one)):
            first = path if _is_leaf(one, other) else next(iter(_flat(one, path, depth)))
            return self._note({first: (one, other)})
        return self._note(_differences(_flat(one, path, depth), _flat(other, path, depth)))
