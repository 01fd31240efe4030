"""A gated field is dropped while its gate is off and nobody uses it, and only then (contract section 5)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from apivet.blackbox.experiments.trial import (
    OLD_START,
    USING_START,
    Answer,
    Check,
    Invariant,
    Result,
    Trial,
    Violation,
    all_gates,
)
from apivet.blackbox.laboratory import CREATE, UPDATE, Given, Laboratory, Seen, is_empty, is_zero
from apivet.blackbox.models import ELEMENT, GatedPath
from apivet.blackbox.objects.access import Marker, read, same
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.images import Image, are_alike, differing
from apivet.blackbox.objects.places import found_at

NOT_DROPPED = "gated-field-not-dropped"
IN_USE = "gated-field-dropped-in-use"
ENABLED = "gated-field-dropped-when-enabled"
UNGATED = "ungated-field-dropped"
RULES = frozenset((NOT_DROPPED, IN_USE, ENABLED, UNGATED))


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Each gated field with its gates off and on, used and unused by the stored object."""
    if not lab.assignment.gated and not lab.assignment.known_gates:
        return
    obj, old = lab.filled(Choice("full")), lab.filled(Choice("full", 0, OLD_START))
    hooks = hooks_of(lab)
    using = lab.filled(Choice("full", 0, USING_START))
    for gated in lab.assignment.gated:
        yield from _of_field(lab, gated, hooks, obj, (old, using) if _uses(old, gated) else (using, old))
    if lab.assignment.role == "main" and lab.parts.spec:
        yield from _ungated(lab, hooks, obj, old)


def invariants(lab: Laboratory) -> Iterator[Invariant]:
    """What is true of each gated field, as its gates are and as the stored object uses it."""
    hooks = hooks_of(lab)
    for gated in lab.assignment.gated:
        unused, used, enabled = (partial(state, gated) for state in (_is_unused, _is_used, _is_enabled))
        for hook in hooks:
            yield Invariant(NOT_DROPPED, gated.dotted, hook, _dropped(gated, hook), unused)
            yield Invariant(ENABLED, gated.dotted, hook, _kept_when_enabled(gated, hook), enabled)
        yield Invariant(IN_USE, gated.dotted, UPDATE, _kept_in_use(gated), used)
    if lab.assignment.role == "main" and lab.parts.spec:
        for hook in hooks:
            yield Invariant(UNGATED, None, hook, _only_tagged(hook))


def hooks_of(lab: Laboratory) -> tuple[str, ...]:
    """The hooks through which a caller's object comes to be stored."""
    return (CREATE, UPDATE) if lab.assignment.role == "main" else (UPDATE,)


def _is_unused(gated: GatedPath, lab: Laboratory, given: Given) -> bool:
    """A gate of the field is off, and the stored object uses it at none of the paths to its declaration."""
    twins = (other for other in lab.assignment.gated if other.declaration == gated.declaration)
    return not _is_open(gated, given) and not any(_uses(given.old, twin) for twin in twins)


def _is_used(gated: GatedPath, lab: Laboratory, given: Given) -> bool:
    """A gate of the field is off, and the stored object uses it."""
    return not _is_open(gated, given) and _uses(given.old, gated)


def _is_enabled(gated: GatedPath, lab: Laboratory, given: Given) -> bool:
    return _is_open(gated, given) and all(given.gates.get(gate, False) for gate in gated.around)


def _is_open(gated: GatedPath, given: Given) -> bool:
    return all(given.gates.get(gate, False) for gate in gated.gates)


def _uses(obj: Any, gated: GatedPath) -> bool:
    """Whether an object uses the field, in any element where it lies in a container (contract section 5)."""
    return any(value is not None if gated.optional else not is_empty(value) for value in _values(obj, gated.path))


def _values(holder: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """What lies at a path, in each element."""
    if holder is None or holder is Marker.ABSENT:
        return
    if not path:
        yield holder
    elif path[0] == ELEMENT:
        for item in holder.values() if isinstance(holder, Mapping) else holder:
            yield from _values(item, path[1:])
    else:
        yield from _values(read(holder, path[0]), path[1:])


def _of_field(
    lab: Laboratory, gated: GatedPath, hooks: tuple[str, ...], obj: Any, stored: tuple[Any, Any]
) -> Iterator[Trial]:
    old, other = stored
    unused, unused_by_other = _without(lab, gated, old), _without(lab, gated, other)
    same_but_for_it = lab.with_value(old, gated.path, _first(obj, gated.path))

    def given(hook: str, before: Any, states: Mapping[str, bool]) -> Given:
        """What is asked about; where that is refused, an update of nothing but the field."""
        if hook == UPDATE and lab.run(hook, obj, before, states).stored is None:
            return Given(same_but_for_it, before, None, states)
        return Given(obj, before, None, states)

    for states in _off(lab, gated):
        for hook in hooks:
            before = unused if hook == UPDATE else None
            yield Trial(NOT_DROPPED, gated.dotted, hook, given(hook, before, states), _dropped(gated, hook))
        yield Trial(IN_USE, gated.dotted, UPDATE, given(UPDATE, old, states), _kept_in_use(gated))
        for one in _used_by_one(lab, gated, unused, old):
            yield Trial(IN_USE, gated.dotted, UPDATE, given(UPDATE, one, states), _kept_in_use(gated))
    states = _on(lab, gated)
    for hook in hooks:
        for before in (old, unused, unused_by_other) if hook == UPDATE else (None,):
            yield Trial(ENABLED, gated.dotted, hook, given(hook, before, states), _kept_when_enabled(gated, hook))


def _without(lab: Laboratory, gated: GatedPath, old: Any) -> Any:
    """The stored object that uses the field at none of the paths to its declaration."""
    unused = old
    for twin in lab.assignment.gated:
        if twin.declaration == gated.declaration:
            unused = lab.with_value(unused, twin.path, unset_value(old, twin))
    return unused


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


def _dropped(gated: GatedPath, hook: str) -> Check:
    """Nothing is stored of the field, where the gate is off and it is not in use."""

    def check(lab: Laboratory, given: Given) -> Result:
        if not _is_unused(gated, lab, given):
            return Answer.IDLE
        seen = lab.run(hook, given.obj, given.old, given.gates)
        if seen.stored is None:
            return Answer.REFUSED
        before = found_at(seen.before, gated.path)
        for place, value in found_at(seen.stored, gated.path).items():
            if not is_empty(value) and not _alike(value, before.get(place, Marker.ABSENT)):
                return Violation(f"{place} is stored with {_states(given, gated)}")
        is_sent = any(not is_empty(value) for value in found_at(seen.sent, gated.path).values())
        return Answer.HOLDS if is_sent else Answer.IDLE

    return check


def _kept_in_use(gated: GatedPath) -> Check:
    """The caller's value is stored with a gate off, where the stored object uses the field."""

    def check(lab: Laboratory, given: Given) -> Result:
        return _is_kept(gated, UPDATE, lab, given) if _is_used(gated, lab, given) else Answer.IDLE

    return check


def _kept_when_enabled(gated: GatedPath, hook: str) -> Check:
    """The caller's value is stored with all gates on."""

    def check(lab: Laboratory, given: Given) -> Result:
        return _is_kept(gated, hook, lab, given) if _is_enabled(gated, lab, given) else Answer.IDLE

    return check


def _is_kept(gated: GatedPath, hook: str, lab: Laboratory, given: Given) -> Result:
    """The caller's value is stored, as far as it is not put back together with what is around it."""
    seen = lab.run(hook, given.obj, given.old, given.gates)
    if seen.stored is None:
        return Answer.REFUSED
    before, stored = found_at(seen.before, gated.path), found_at(seen.stored, gated.path)
    sent = {place: value for place, value in found_at(seen.sent, gated.path).items() if not is_empty(value)}
    for place, value in sent.items():
        # What has another value whatever the gates are is no affair of theirs, unless it is gone.
        left = stored.get(place)
        if not is_empty(left) or _alike(value, left):
            continue
        if hook == UPDATE and _alike(left, before.get(place)):
            # Another subresource (scale, say) puts back what it does not carry.
            if lab.assignment.role == "other" or is_put_back(seen, place):
                continue
        return Violation(f"{place} is not stored with {_states(given, gated)}")
    return Answer.HOLDS if sent else Answer.IDLE


def is_put_back(seen: Seen, place: str) -> bool:
    """Whether an update puts back what is around a field together with it, as far as can be told: nothing else is
    stored that the caller changed there. Where nothing else was changed there, what is around that tells."""
    assert seen.stored is not None
    top = re.split(r"[.\[]", place, maxsplit=1)[0]
    before, sent, stored = (side.leaves(top) for side in (seen.before, seen.sent, seen.stored))
    changed = [path for path in differing(sent, before) if not _lies_in(path, place)]
    around = place
    while around != top:
        around = around[: max(around.rfind("."), around.rfind("["))]
        others = [path for path in changed if _lies_in(path, around)]
        if others:
            return all(not same(stored.get(path, Marker.ABSENT), sent.get(path, Marker.ABSENT)) for path in others)
    return True


def _lies_in(path: str, place: str) -> bool:
    return path == place or path.startswith((f"{place}.", f"{place}["))


def _alike(one: object, other: object) -> bool:
    return same(one, other) or are_alike(one, other)


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
                yield Trial(UNGATED, None, hook, Given(obj, before, None, states), _only_tagged(hook))


def _only_tagged(hook: str) -> Check:
    """Of the gates that the strategy asks for, none that is off clears what would be stored were it on."""

    def check(lab: Laboratory, given: Given) -> Result:
        off = lab.run(hook, given.obj, given.old, given.gates)
        if off.stored is None:
            return Answer.REFUSED
        closed = [gate for gate in sorted(lab.switches.asked) if not given.gates.get(gate, False)]
        if not _unexplained(lab, closed, off):
            return Answer.HOLDS
        for gate in closed:
            on = lab.run(hook, given.obj, given.old, {**given.gates, gate: True})
            path = None if on.stored is None else _cleared(lab, gate, off, on.stored)
            if path is not None:
                return Violation(f"{path} is cleared with {gate} off, and does not name that gate", _field_of(path))
        return Answer.HOLDS

    return check


def _unexplained(lab: Laboratory, closed: list[str], seen: Seen) -> bool:
    """Whether anything is cleared that is tagged with none of the gates that are off."""
    assert seen.stored is not None
    changed = seen.sent.differing(seen.stored, lab.words.spec)
    if not changed:
        return False
    sent, stored = seen.sent.leaves(lab.words.spec), seen.stored.leaves(lab.words.spec)
    gone = [path for path in changed if not is_zero(sent.get(path)) and is_zero(stored.get(path))]
    if not gone:
        return False
    tagged = [item for item in lab.assignment.gated if not set(closed).isdisjoint((*item.gates, *item.around))]
    allowed = {place for item in tagged for place in found_at(seen.sent, item.path)}
    return any(allowed.isdisjoint(_ways_to(path)) for path in gone)


def _ways_to(path: str) -> list[str]:
    """A path and those of what it lies in."""
    return [path, *(path[: match.start()] for match in re.finditer(r"[.\[]", path))]


def _cleared(lab: Laboratory, gate: str, off: Seen, on: Image) -> str | None:
    """What is not tagged with a gate, and is stored with the gate on alone."""
    assert off.stored is not None
    spec = lab.words.spec
    sent, before, without, with_it = (side.leaves(spec) for side in (off.sent, off.before, off.stored, on))
    gone = [path for path in with_it if is_zero(without.get(path)) and not is_zero(sent.get(path))]
    if not gone:
        return None
    tagged = [item for item in lab.assignment.gated if gate in (*item.gates, *item.around)]
    allowed = [place for item in tagged for place in found_at(off.sent, item.path)]
    for path in gone:
        if any(_lies_in(path, place) for place in allowed) or not same(with_it[path], sent[path]):
            continue
        if is_zero(before.get(path)) and off.before.value is not None and is_put_back(off, path):
            continue  # It is as it was, with all that is around it.
        return path
    return None


def _field_of(path: str) -> str:
    """The path of the field: elements are all alike."""
    return re.sub(r"\[[^\]]*\]", ELEMENT, path)
