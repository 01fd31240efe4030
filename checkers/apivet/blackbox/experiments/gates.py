"""A gated field is dropped while its gate is off and nobody uses it, and only then (contract section 5)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from apivet.blackbox.access import Leaves, Marker, beneath, differing, read, same
from apivet.blackbox.experiments.trial import OLD_START, Answer, Check, Result, Trial, Violation, all_gates
from apivet.blackbox.filling import Choice
from apivet.blackbox.laboratory import CREATE, UPDATE, Given, Laboratory, is_unset, is_zero
from apivet.blackbox.models import ELEMENT, GatedPath

NOT_DROPPED = "gated-field-not-dropped"
IN_USE = "gated-field-dropped-in-use"
ENABLED = "gated-field-dropped-when-enabled"
UNGATED = "ungated-field-dropped"


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Each gated field with its gates off and on, used and unused by the stored object."""
    if not lab.assignment.gated and not lab.assignment.known_gates:
        return
    obj, old = lab.filled(Choice("full")), lab.filled(Choice("full", 0, OLD_START))
    hooks = (CREATE, UPDATE) if lab.assignment.role == "main" else (UPDATE,)
    for gated in lab.assignment.gated:
        yield from _of_field(lab, gated, hooks, obj, old)
    if lab.assignment.role == "main" and lab.parts.spec:
        yield from _ungated(lab, hooks, obj, old)


def _of_field(lab: Laboratory, gated: GatedPath, hooks: tuple[str, ...], obj: Any, old: Any) -> Iterator[Trial]:
    twins = [other for other in lab.assignment.gated if other.declaration == gated.declaration]
    unused = old
    for twin in twins:
        unused = lab.with_value(unused, twin.path, unset_value(old, twin))
    for states in _off(lab, gated):
        for hook in hooks:
            before = unused if hook == UPDATE else None
            yield Trial(NOT_DROPPED, gated.dotted, hook, Given(obj, before, None, states), _dropped(gated, hook))
        yield Trial(IN_USE, gated.dotted, UPDATE, Given(obj, old, None, states), _kept(gated, UPDATE))
        for one in _used_by_one(lab, gated, unused, old):
            yield Trial(IN_USE, gated.dotted, UPDATE, Given(obj, one, None, states), _kept(gated, UPDATE))
    states = _on(lab, gated)
    for hook in hooks:
        for before in (old, unused) if hook == UPDATE else (None,):
            yield Trial(ENABLED, gated.dotted, hook, Given(obj, before, None, states), _kept(gated, hook))


def _on(lab: Laboratory, gated: GatedPath) -> dict[str, bool]:
    return {**all_gates(lab, True), **dict.fromkeys((*gated.gates, *gated.around), True)}


def _off(lab: Laboratory, gated: GatedPath) -> Iterator[dict[str, bool]]:
    """At least one of the field's gates is off: each set of them, with the others on, and all with everything off."""
    for size in range(1, len(gated.gates) + 1):
        for closed in itertools.combinations(gated.gates, min(size, 2)):
            yield {**_on(lab, gated), **dict.fromkeys(closed, False)}
    yield all_gates(lab, False) | dict.fromkeys(gated.gates, False)


def unset_value(obj: Any, gated: GatedPath) -> object:
    """The value that the field has where it is not in use."""
    if gated.optional:
        return None
    value = _first(obj, gated.path)
    if isinstance(value, (list, tuple, set, frozenset, dict, str, bytes, int, float)):
        return type(value)()
    return None


def _first(holder: Any, path: tuple[str, ...]) -> Any:
    """The field's value in the first element that has it."""
    for step in path:
        if holder is None or holder is Marker.ABSENT:
            return None
        if step == ELEMENT:
            items = list(holder.values() if isinstance(holder, Mapping) else holder)
            holder = items[0] if items else None
        else:
            holder = read(holder, step)
    return holder


def _used_by_one(lab: Laboratory, gated: GatedPath, unused: Any, old: Any) -> Iterator[Any]:
    """Where the field lies in a list, old objects of which but one element uses it."""
    if ELEMENT not in gated.path:
        return
    place = gated.path.index(ELEMENT)
    before = gated.path[:place]
    items, bare = _first(old, before), _first(unused, before)
    if isinstance(items, (list, tuple)) and isinstance(bare, (list, tuple)) and len(items) == len(bare) > 1:
        for index in range(len(items)):
            mixed = [items[at] if at == index else bare[at] for at in range(len(items))]
            yield lab.with_value(unused, before, type(items)(mixed))


def _places(found: Leaves, gated: GatedPath) -> list[str]:
    """The paths at which the field really is, in each element."""
    pattern = ""
    for step in gated.path:
        pattern += r"(?:\[[^\]]*\]|\.[^.\[\]]+)" if step == ELEMENT else (r"\." if pattern else "") + re.escape(step)
    places = (re.match(pattern + r"(?=$|[.\[])", path) for path in found)
    return list(dict.fromkeys(match.group() for match in places if match))


def _dropped(gated: GatedPath, hook: str) -> Check:
    """Nothing is stored of the field."""

    def check(lab: Laboratory, given: Given) -> Result:
        seen = lab.run(hook, given.obj, given.old, given.gates)
        if seen.stored is None:
            return Answer.REFUSED
        top = gated.path[0]
        stored, before = seen.stored.leaves(top), seen.before.leaves(top)
        for place in _places(stored, gated):
            if not is_unset(stored, place) and not _same(beneath(stored, place), beneath(before, place)):
                return Violation(f"{place} is stored with {_states(given, gated)}")
        return Answer.HOLDS

    return check


def _kept(gated: GatedPath, hook: str) -> Check:
    """The caller's value is stored, as far as it is not put back together with what is around it."""

    def check(lab: Laboratory, given: Given) -> Result:
        seen = lab.run(hook, given.obj, given.old, given.gates)
        if seen.stored is None:
            return Answer.REFUSED
        top = gated.path[0]
        everything = [side.leaves(top) for side in (seen.sent, seen.before, seen.stored)]
        for place in _places(everything[0], gated):
            sent, before, stored = (beneath(side, place) for side in everything)
            if is_unset(sent, place) or _same(sent, stored):
                continue
            if _same(stored, before) and _is_put_back(everything, place):
                continue
            # What has another value whatever the gates are is no affair of theirs, unless it is gone.
            if is_unset(stored, place):
                return Violation(f"{place} is not stored with {_states(given, gated)}")
        return Answer.HOLDS

    return check


def _is_put_back(everything: list[Leaves], place: str) -> bool:
    """Whether what is around a field is put back with it, of what was sent, was there before, and is stored: nothing
    else that the caller changed there is stored."""
    around = _around(place)
    sent, before, stored = (beneath(side, around) for side in everything)
    others = [path for path in differing(sent, before) if path not in beneath(sent, place)]
    return bool(others) and all(
        not same(stored.get(path, Marker.ABSENT), sent.get(path, Marker.ABSENT)) for path in others
    )


def _around(place: str) -> str:
    """The path one step up."""
    cut = max(place.rfind("."), place.rfind("["))
    return place[:cut] if cut > 0 else place


def _same(one: Leaves, other: Leaves) -> bool:
    return one.keys() == other.keys() and all(same(value, other[path]) for path, value in one.items())


def _states(given: Given, gated: GatedPath) -> str:
    states = [f"{gate} {'on' if given.gates.get(gate) else 'off'}" for gate in gated.gates]
    return " and ".join(states)


# ------------------------------------------------------------------------------------------------------- ungated


def _ungated(lab: Laboratory, hooks: tuple[str, ...], obj: Any, old: Any) -> Iterator[Trial]:
    """With a gate off, nothing of the spec is cleared but what is tagged with it."""
    bare = lab.filled(Choice("bare", 0, OLD_START))
    for gate in sorted(lab.assignment.known_gates):
        states = {**all_gates(lab, True), gate: False}
        for hook in hooks:
            for before in (bare, old) if hook == UPDATE else (None,):
                yield Trial(UNGATED, None, hook, Given(obj, before, None, states), _only_tagged(gate, hook))


def _only_tagged(gate: str, hook: str) -> Check:
    def check(lab: Laboratory, given: Given) -> Result:
        off = lab.run(hook, given.obj, given.old, given.gates)
        if gate not in lab.switches.asked:
            return Answer.HOLDS
        on = lab.run(hook, given.obj, given.old, {**given.gates, gate: True})
        if off.stored is None or on.stored is None:
            return Answer.REFUSED
        tagged = [item for item in lab.assignment.gated if gate in (*item.gates, *item.around)]
        sent, with_it, without = (side.leaves(lab.words.spec) for side in (off.sent, on.stored, off.stored))
        allowed = [place for item in tagged for place in _places(sent, item)]
        for path, value in sent.items():
            if is_zero(value) or any(path == at or path.startswith((f"{at}.", f"{at}[")) for at in allowed):
                continue
            if same(with_it.get(path, Marker.ABSENT), value) and is_unset(without, path):
                return Violation(f"{path} is cleared with {gate} off, and does not name that gate", _field_of(path))
        return Answer.HOLDS

    return check


def _field_of(path: str) -> str:
    """The path of the field: elements are all alike."""
    return re.sub(r"\[[^\]]*\]", ELEMENT, path)
