"""Losses of an object on its way through a codec or a conversion and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects import wording
from apivet.blackbox.objects.access import ABSENT, Marker, read, same
from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.paths import nodes_of, value_at
from apivet.blackbox.objects.snapshots import Leaves, beneath
from apivet.blackbox.project.scenario_calls import exempt
from apivet.paths import holder, of_each, render, steps

#: Sets are equal whether or not they can be changed.
_KIND: Final[Mapping[type, Any]] = {set: (set, frozenset), frozenset: (set, frozenset)}


def alike(one: object, other: object) -> bool:
    """Whether two leaves say the same: a text and a constant that is that text do, ``1`` and ``True`` do not."""
    if same(one, other):
        return True
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, Marker) or isinstance(other, Marker):
        return False
    try:
        return bool(one == other)
    except Exception:
        return False


def lost(before: Leaves, after: Leaves) -> list[str]:
    """The leaves that held something and do not come back, in their order. What held nothing may have got a default."""
    return [
        path
        for path, value in before.items()
        if not is_zero(value) and not exempt(path, before) and not alike(value, after.get(path, ABSENT))
    ]


def recast(before: Any, after: Any) -> dict[str, str]:
    """The containers that come back as others, which are not equal to them, each with what is to be said of it."""
    found: dict[str, str] = {}
    for path, value in nodes_of(before, ()):
        again = value_at(after, path)
        is_other = isinstance(value, (list, tuple, set, frozenset)) and type(again) in (list, tuple, set, frozenset)
        if is_other and value and not isinstance(again, _KIND.get(type(value), type(value))):
            text = render(path)
            found[text] = f"{text} is a {type(value).__name__} before and a {type(again).__name__} after"
    return found


def changed(before: Leaves, after: Leaves) -> list[str]:
    """The leaves that are not the same, what held nothing included."""
    return [
        path
        for path in dict.fromkeys((*before, *after))
        if not exempt(path, before) and not alike(before.get(path, ABSENT), after.get(path, ABSENT))
    ]


def whole(paths: list[str], before: Leaves) -> dict[str, str]:
    """The fields that are lost, in the words of findings (``spec.ports[*].name``), each with one leaf of it: as a
    whole where everything in a field is lost."""
    gone = set(paths)
    found: dict[str, str] = {}
    for path in paths:
        top = path
        while True:
            around = holder(top)
            if not around or not _is_gone(beneath(before, around), gone):
                break
            top = around
        found.setdefault(of_each(top), path)
    return found


def splits(path: str) -> Iterator[tuple[list[str], str]]:
    """The steps to each part around a leaf, the outermost first, with the path of the leaf from there."""
    found = steps(path)
    for number in range(1, len(found)):
        yield found[:number], "".join(found[number:]).lstrip(".")


def at(value: Any, way: list[str]) -> Any:
    """The part of an object that steps of a leaf's path lead to."""
    for step in way:
        if not step.startswith("["):
            value = read(value, step.lstrip("."))
        elif isinstance(value, Mapping):
            value = next((item for key, item in value.items() if f"[{key!r}]" == step), None)
        else:
            value = value[int(step[1:-1])] if int(step[1:-1]) < len(value) else None
    return value


def _is_gone(leaves: Leaves, gone: set[str]) -> bool:
    return all(path in gone or is_zero(value) for path, value in leaves.items())


def holds_value(leaves: Leaves, value: object) -> bool:
    """Whether a distinctive value is somewhere in an object, by itself or in a text."""
    if isinstance(value, bool) or is_zero(value):
        return False
    text = str(value)
    return any(
        alike(value, other) or (isinstance(other, (str, bytes)) and text in str(other)) for other in leaves.values()
    )


def shown(value: Any) -> str:
    """A value in a sentence."""
    text = "nothing" if value is None or isinstance(value, Marker) else wording.shown(value)
    if len(text) > 60 and isinstance(value, str):
        return f"{text[:40]}... ({len(value)} characters)"
    return text if len(text) <= 60 else f"{text[:57]}..."
