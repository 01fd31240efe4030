"""Copies of what hooks store: what was not changed is shared with the objects that the hook was given copies of.

So a copy costs no more than a look at what is stored, and whether a part of it was changed is mostly seen at a
glance: the part is the very same. What objects hold stays as it is, once they are given or stored.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Final

from apivet.blackbox.objects.access import identity_of
from apivet.blackbox.objects.copying import ATOMS, HOLDERS_OF_NAMES, anatomy_of, copied
from apivet.blackbox.objects.writing import WrittenOut

_Sharer = Callable[[Any, Any, Any], Any]

_SHARERS: Final[dict[type, _Sharer]] = WrittenOut(lambda kind: _made(kind))


def prepare(kind: Any) -> None:
    """Write out the function that copies objects of a class."""
    _SHARERS[kind]


def shared_copy(value: Any, given: Any, other: Any = None) -> Any:
    """A copy of a value, that shares with what is ``given`` all that is the same there, and the rest with the ``other``
    object where it is the same in that: leaves are the same where they are the very same objects, as they are in
    copies."""
    if type(value) in ATOMS or value is given:
        return value
    try:
        return _taken(value, given, other)
    except (RecursionError, AttributeError):
        return copied(value)


def _taken(value: Any, given: Any, other: Any) -> Any:
    kind: Any = type(value)
    if type(given) is kind:
        return _SHARERS[kind](value, given, other if type(other) is kind else given)
    return _SHARERS[kind](value, other, other) if type(other) is kind else copied(value)


def _made(kind: Any) -> _Sharer:
    if kind in (list, tuple):
        return _sequence
    if kind is dict:
        return _dict
    if kind in (set, frozenset):
        return _set
    anatomy = anatomy_of(kind)
    if anatomy is None:
        return lambda value, given, other: copied(value)
    lines = []
    values, its, others = (anatomy.of(each) for each in ("value", "given", "other"))
    for index, (name, item, its_item, another) in enumerate(zip(anatomy.names, values, its, others)):
        lines.append(f"a{index}, b{index} = {item}, {its_item}")
        if name in HOLDERS_OF_NAMES:
            lines.append(f"a{index} = b{index} if a{index} == b{index} else taken(a{index}, {another}, None)")
            continue
        lines.append(f"if a{index} is not b{index} and (kind := type(a{index})) not in atoms:")
        lines.append(f"    part = {another}")
        lines.append(f"    if type(b{index}) is not kind: a{index} = taken(a{index}, b{index}, part)")
        lines.append(
            f"    else: a{index} = snappers[kind](a{index}, b{index}, part if type(part) is kind else b{index})"
        )
    for name, parts in (("given", [f"b{index}" for index in range(len(its))]), ("other", others)):
        unchanged = " and ".join(f"a{index} is {part}" for index, part in enumerate(parts)) or "True"
        lines.append(f"if {unchanged}: return {name}")
    if anatomy.has_dict:
        lines.append("a0 = dict(a0)")
    return anatomy.written("value, given, other", *lines, atoms=ATOMS, taken=_taken, snappers=_SHARERS)


def _sequence(value: Any, given: Any, other: Any) -> Any:
    if not value and not given:
        return given
    size = len(value)
    if len(given) != size:
        given = other
        if len(given) != size:
            return copied(value)
    if all(map(is_, value, given)):
        return given
    others = other if len(other) == size else given
    items = [
        item if item is its or type(item) in ATOMS else _taken(item, its, another)
        for item, its, another in zip(value, given, others)
    ]
    if all(map(is_, items, given)):
        return given
    return others if others is not given and all(map(is_, items, others)) else type(value)(items)


def _dict(value: dict[Any, Any], given: dict[Any, Any], other: dict[Any, Any]) -> Any:
    if not value and not given:
        return given
    if len(value) != len(given) or not all(map(is_, value, given)):
        given = other
        if not _are_keys(value, given):
            return copied(value)
    if all(map(is_, value.values(), given.values())):
        return given
    others = other if _are_keys(value, other) else given
    items = [
        item if item is its or type(item) in ATOMS else _taken(item, its, another)
        for item, its, another in zip(value.values(), given.values(), others.values())
    ]
    if all(map(is_, items, given.values())):
        return given
    is_other = others is not given and all(map(is_, items, others.values()))
    return others if is_other else dict(zip(value, items))


def _are_keys(value: dict[Any, Any], other: dict[Any, Any]) -> bool:
    return len(value) == len(other) and all(map(is_, value, other))


def _set(value: Any, given: Any, other: Any) -> Any:
    for each in (given, other):
        if len(value) == len(each) and (all(map(is_, value, each)) or _identities(value) == _identities(each)):
            return each
    return copied(value)


def _identities(value: Any) -> set[int]:
    return set(map(identity_of, value))
