"""Smaller failing cases: whatever can be left out of the objects without the violation going away is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from apivet.blackbox.experiments.trial import Trial, Violation
from apivet.blackbox.laboratory import Given, Laboratory
from apivet.blackbox.objects.access import field_names, read, write
from apivet.blackbox.objects.copying import copied

#: Runs that are spent on one case.
_BUDGET: Final = 400
_ROLES: Final = ("obj", "twin", "old")
_Path = tuple[str, ...]


def shrink(lab: Laboratory, trial: Trial) -> Trial:
    """The same violation from less: fields are emptied, outermost first, in all objects at once and then in each."""
    budget = _BUDGET
    smallest = _fewer_gates(lab, trial)
    for roles in (_ROLES, *[(role,) for role in _ROLES]):
        for path in list(_paths(smallest.given, roles)):
            if budget <= 0:
                return smallest
            candidate = smallest.on(_emptied(smallest.given, roles, path))
            budget -= 1
            if _fails(lab, candidate):
                smallest = candidate
    return smallest


def _fails(lab: Laboratory, trial: Trial) -> bool:
    try:
        return isinstance(trial.check(lab, trial.given), Violation)
    except Exception:
        return False


def _fewer_gates(lab: Laboratory, trial: Trial) -> Trial:
    """Only the gates whose state matters: the others are off."""
    for gate in list(trial.given.gates):
        states = {name: state for name, state in trial.given.gates.items() if name != gate}
        candidate = trial.on(replace(trial.given, gates=states))
        if _fails(lab, candidate):
            trial = candidate
    return trial


def _paths(given: Given, roles: tuple[str, ...]) -> Iterator[_Path]:
    """Every field of the objects, outermost first."""
    seen: dict[_Path, None] = {}
    for role in roles:
        pending: list[tuple[_Path, Any]] = [((), getattr(given, role))]
        while pending:
            path, value = pending.pop(0)
            names = () if value is None else field_names(value) or ()
            for name in names:
                inner = (*path, name)
                seen[inner] = None
                pending.append((inner, read(value, name)))
    yield from sorted(seen, key=len)


def _emptied(given: Given, roles: tuple[str, ...], path: _Path) -> Given:
    changed: dict[str, Any] = {}
    for role in roles:
        holder = getattr(given, role)
        if holder is not None:
            changed[role] = _with_empty(copied(holder), path)
    return replace(given, **changed)


def _with_empty(holder: Any, path: _Path) -> Any:
    if holder is None or path[0] not in (field_names(holder) or ()):
        return holder
    value = read(holder, path[0])
    return write(holder, path[0], _empty(value) if len(path) == 1 else _with_empty(value, path[1:]))


def _empty(value: Any) -> Any:
    if isinstance(value, (list, tuple, set, frozenset, str, bytes)):
        return type(value)() if not hasattr(value, "_fields") else value
    if isinstance(value, Mapping):
        return {}
    # A structure is not emptied as a whole but where it may be absent: a hook may rely on it.
    return value if field_names(value) is not None or isinstance(value, (bool, int, float)) else None
