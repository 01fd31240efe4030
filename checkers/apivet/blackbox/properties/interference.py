"""Non-interference: what a caller puts into a protected part makes no difference to what is stored of it.

That takes two runs that are stored, and that differ in that part alone. Hooks refuse objects for reasons of their own:
numbers that are too large, names that are taken. So where the two that were chosen are not stored, others are sought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from apivet.blackbox.limits import FOUND, SOUGHT
from apivet.blackbox.objects.access import are_equal, read
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.paths import leaf_places, with_value_at
from apivet.blackbox.properties.trial import Observed, Result, Violation, pairs
from apivet.blackbox.rig.modest import modest, neighbours
from apivet.blackbox.rig.running import Given, Rig, Seen
from apivet.vocabulary import CREATE


def interference(rig: Rig, hook: str, given: Given, part: str, first: Seen) -> Result:
    """Whether what a second caller sends makes a difference to a stored part; a value that is another each time,
    whoever calls, does not count."""
    if first.sent.first_difference(rig.run(hook, given.twin, given.old, given.gates).sent, part) is None:
        return Observed.IDLE
    runs = _as_given(rig, hook, given, part, first) or _renamed(rig, hook, given, part)
    if runs is None:
        return Observed.ALONE
    found = [path for path in runs.differing if path not in runs.changing]
    if found:
        return Violation(f"what the caller sent decides what is stored as {found[0]}")
    return Observed.HOLDS


class _Compared(Struct, frozen=True):
    """Differences between the objects stored for two callers, and between those for one caller, stored twice."""

    differing: list[str]
    changing: list[str]


def _as_given(rig: Rig, hook: str, given: Given, part: str, first: Seen) -> _Compared | None:
    second = rig.run(hook, given.twin, given.old, given.gates)
    if first.is_renamed or second.is_renamed:
        return None
    found = _differing(first, second, part)
    if not found:
        return None if found is None else _Compared([], [])
    again = rig.run_again(hook, given.obj, given.old, given.gates)
    return _Compared(found, _differing(first, again, part) or [])


def _differing(one: Seen, other: Seen, part: str) -> list[str] | None:
    """The paths at which two runs store something else; ``None`` where one of them stores nothing."""
    if one.stored is None or other.stored is None:
        return None
    return [
        path
        for path, values in one.stored.differences(other.stored, part).items()
        if not (are_equal(*values) and (one.is_left(part, path) or other.is_left(part, path)))
    ]


def _renamed(rig: Rig, hook: str, given: Given, part: str) -> _Compared | None:
    """The same of objects of other names, each of its own: what makes a difference under two names and one status
    is the name's doing."""
    first, second, again = (_under_new_name(rig, hook, given, obj) for obj in (given.obj, given.twin, given.obj))
    found, changing = _differing(first, second, part), _differing(first, again, part)
    return None if found is None or changing is None else _Compared(found, changing)


def _under_new_name(rig: Rig, hook: str, given: Given, obj: Any) -> Seen:
    changed, old = rig.under_new_name(obj, given.old)
    return rig.run(hook, changed, old, given.gates)


def sought(rig: Rig, hook: str, part: str, gates: Mapping[str, bool]) -> Iterator[Given]:
    """Pairs of objects that are both stored, where those that were chosen first are not: with little in the part, and
    with what is near to that in one place of it."""
    tries = 0
    found = 0
    for obj, old in _starts(rig, hook, part):
        tries += 1
        if _run(rig, hook, obj, old, gates).stored is None:
            continue
        for steps, _ in list(leaf_places(read(obj, part), (part,))):
            for value in neighbours(rig.alternatives, obj, steps):
                twin = with_value_at(obj, steps, value)
                tries += 1
                if tries > SOUGHT:
                    return
                if _run(rig, hook, twin, old, gates).stored is not None:
                    yield Given(obj, old, twin, gates)
                    found += 1
                    break
            if found >= FOUND:
                return


def _run(rig: Rig, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
    seen = rig.run(hook, obj, old, gates)
    return seen if seen.stored is not None else _under_new_name(rig, hook, Given(obj, old, None, gates), obj)


def _starts(rig: Rig, hook: str, part: str) -> Iterator[tuple[Any, Any]]:
    """Objects with little in the part, and with little in all of them."""
    obj, old = pairs(rig)[0]
    bare = rig.filled(Choice("bare"))
    little = modest(obj)
    for start in (obj, little, bare):
        for other in (bare, little):
            changed = rig.with_part(start, other, part)
            yield changed, None if hook == CREATE else old
            if hook != CREATE:
                yield changed, rig.with_part(changed, other, part)
