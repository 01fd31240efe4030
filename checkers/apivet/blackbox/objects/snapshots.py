"""Snapshots of what hooks store: what was not changed is shared with the object that the hook was given a copy of.

So a snapshot costs no more than a look at what is stored, and whether a part of it was changed is mostly seen at a
glance: the part is the very same. What objects hold stays as it is, once they are given or stored.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Final

from apivet.blackbox.objects.access import identity_of
from apivet.blackbox.objects.copying import ATOMS, anatomy_of, copied

_Snapper = Callable[[Any, Any], Any]


class _Snappers(dict[type, _Snapper]):
    """How to take a snapshot of an object of each class, found out where it is first needed."""

    def __missing__(self, kind: type) -> _Snapper:
        found = self[kind] = _made(kind)
        return found


_SNAPPERS: Final = _Snappers()


def prepare(kind: Any) -> None:
    """Write out what takes snapshots of objects of a class."""
    _SNAPPERS[kind]


def snapshot(value: Any, given: Any) -> Any:
    """A copy of a value, that shares with what is ``given`` all that is the same there: leaves are the same where they
    are the very same objects, as they are in copies."""
    if type(value) in ATOMS or value is given:
        return value
    try:
        return _taken(value, given)
    except (RecursionError, AttributeError):
        return copied(value)


def _taken(value: Any, given: Any) -> Any:
    kind: Any = type(value)
    return _SNAPPERS[kind](value, given) if type(given) is kind else copied(value)


def _made(kind: Any) -> _Snapper:
    if kind in (list, tuple):
        return _sequence
    if kind is dict:
        return _dict
    if kind in (set, frozenset):
        return _set
    anatomy = anatomy_of(kind)
    if anatomy is None:
        return lambda value, given: copied(value)
    lines = []
    for index, pair in enumerate(zip(anatomy.of("value"), anatomy.of("given"))):
        lines.append(f"a{index}, b{index} = {', '.join(pair)}")
        lines.append(f"if a{index} is not b{index} and type(a{index}) not in atoms:")
        lines.append(f"    a{index} = taken(a{index}, b{index})")
    unchanged = " and ".join(f"a{index} is b{index}" for index in range(len(anatomy.names))) or "True"
    lines.append(f"if {unchanged}: return given")
    if anatomy.has_dict:
        lines.append("a0 = dict(a0)")
    return anatomy.written("value, given", *lines, atoms=ATOMS, taken=_taken)


def _sequence(value: Any, given: Any) -> Any:
    if len(value) != len(given):
        return copied(value)
    items = [item if item is its or type(item) in ATOMS else _taken(item, its) for item, its in zip(value, given)]
    return given if all(map(is_, items, given)) else type(value)(items)


def _dict(value: dict[Any, Any], given: dict[Any, Any]) -> Any:
    if len(value) != len(given) or not all(map(is_, value, given)):
        return copied(value)
    items = [
        item if item is its or type(item) in ATOMS else _taken(item, its)
        for item, its in zip(value.values(), given.values())
    ]
    return given if all(map(is_, items, given.values())) else dict(zip(value, items))


def _set(value: Any, given: Any) -> Any:
    return given if set(map(identity_of, value)) == set(map(identity_of, given)) else copied(value)
