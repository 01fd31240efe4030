"""Variations of an object: each differs from it in one place of one part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.blackbox.objects.access import ABSENT, field_names, read
from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.paths import another, leaf_places, nodes_of, value_at, with_value_at
from apivet.blackbox.objects.rebuilding import refilled, zero_of
from apivet.blackbox.objects.smaller import is_of_fixed_size
from apivet.blackbox.objects.snapshots import are_alike
from apivet.blackbox.rig.alternatives import Alternatives
from apivet.paths import Key, Path, render


def variants(obj: Any, other: Any, part: str) -> Iterator[tuple[str, Any]]:
    """The object with one leaf of a part at a time taken from another object, each with the leaf's path."""
    for steps, value in leaf_places(read(obj, part), (part,)):
        replacement = value_at(other, steps)
        if replacement is ABSENT or type(replacement) is not type(value) or replacement == value:
            replacement = another(value)
        if replacement is not ABSENT:
            yield render(steps), with_value_at(obj, steps, replacement)


def omissions(obj: Any, bare: Any, part: str) -> Iterator[Any]:
    """The object with one thing of a part at a time left out, of those that a bare object has none of."""
    for steps, value in leaf_places(read(bare, part), (part,)):
        if value is None and value_at(obj, steps) not in (None, ABSENT):
            yield with_value_at(obj, steps, None)


def unset(alternatives: Alternatives, obj: Any, part: str) -> Any:
    """The object with ``None`` in all places of a part without parts of their own that may hold it."""
    for steps, value in list(leaf_places(read(obj, part), (part,))):
        if value is not None and alternatives.may_be_none(obj, steps):
            obj = with_value_at(obj, steps, None)
    return obj


def unset_alone(alternatives: Alternatives, obj: Any, part: str) -> Iterator[Any]:
    """The object with ``None`` in one place of a part at a time that may hold it."""
    for steps, value in nodes_of(read(obj, part), (part,)):
        if value is not None and alternatives.may_be_none(obj, steps):
            yield with_value_at(obj, steps, None)


def rearrangements(alternatives: Alternatives, obj: Any, part: str) -> Iterator[Any]:
    """The object with one container of a part at a time that has the same in another place: a list turned round, a
    mapping with another key."""
    for steps, value in nodes_of(read(obj, part), (part,)):
        if any(isinstance(step, int) and step > 0 for step in steps):
            continue  # the first element stands for all
        if type(value) in (list, tuple) and not are_alike(value, value[::-1]):
            yield with_value_at(obj, steps, value[::-1])
        elif type(value) is dict and value and all(type(key) is str for key in value):
            (first, item), *rest = value.items()
            other = {another(first): item, **dict(rest)}
            if alternatives.takes(obj, steps, other):
                yield with_value_at(obj, steps, other)


def additions(alternatives: Alternatives, obj: Any, part: str) -> Iterator[Any]:
    """The object with one element or entry more in one container of a part at a time."""
    for steps, value in nodes_of(read(obj, part), (part,)):
        if not value or any(isinstance(step, int) and step > 0 for step in steps):
            continue  # the first element stands for all
        longer: Any = None
        if type(value) is list or (type(value) is tuple and len({type(item) for item in value}) == 1):
            longer = refilled(value, (*value, _another_one(value[-1])))
        elif type(value) in (set, frozenset):
            longer = refilled(value, (*value, _another_one(min(value, key=repr))))
        elif type(value) is dict and all(type(key) is str for key in value):
            key, item = list(value.items())[-1]
            longer = {**value, another(key): item}
        if longer is not None and _may_hold(alternatives, obj, steps, longer):
            yield with_value_at(obj, steps, longer)


def _may_hold(alternatives: Alternatives, obj: Any, steps: Path, longer: Any) -> bool:
    """Whether a container is declared as one that may have any number of elements."""
    annotation = alternatives.annotation(obj, steps)
    return annotation is None or (not is_of_fixed_size(annotation) and alternatives.takes(obj, steps, longer))


def absences(alternatives: Alternatives, obj: Any, bare: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """The object with one thing of a part at a time left out, and with the zero value in its place: for what may
    be left out, these are two. So they are for a key that may be missing, and ``None`` with it."""
    for steps, without in _without_keys(alternatives, obj, bare, part):
        for other in alternatives.of(obj, steps):
            if is_zero(other):
                yield without, with_value_at(obj, steps, other)
    for steps, value in leaf_places(read(bare, part), (part,)):
        if value is None and value_at(obj, steps) not in (None, ABSENT):
            for other in alternatives.of(obj, steps):
                if other is not None and is_zero(other):
                    yield with_value_at(obj, steps, None), with_value_at(obj, steps, other)
            empty = zero_of(value_at(obj, steps)) if field_names(value_at(obj, steps)) else None
            if empty is not None and alternatives.takes(obj, steps, empty):
                yield with_value_at(obj, steps, None), with_value_at(obj, steps, empty)


def _without_keys(alternatives: Alternatives, obj: Any, bare: Any, part: str) -> Iterator[tuple[Path, Any]]:
    """The object without one key of a mapping in a part, with the way to what it holds there: each key that a bare
    object has not, where all are declared, else the first."""
    for around, held in nodes_of(read(obj, part), (part,)):
        fewest = value_at(bare, around)
        if not isinstance(held, dict) or not isinstance(fewest, dict):
            continue
        annotation = alternatives.annotation(obj, around)
        is_declared = annotation is not None and is_of_fixed_size(annotation)
        for key in [key for key in held if key not in fewest][: None if is_declared else 1]:
            fewer = refilled(held, ((other, item) for other, item in held.items() if other != key))
            if alternatives.takes(obj, around, fewer):
                yield (*around, Key(key)), with_value_at(obj, around, fewer)


def _another_one(element: Any) -> Any:
    """An element like this one, with other values where there are others."""
    for steps, value in list(leaf_places(element, ())):
        other = another(value)
        if value is not None and other is not ABSENT:
            element = with_value_at(element, steps, other)
    return element
