"""A gated field is dropped while its gate is off and nobody uses it, and only then (contract section 5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from apivet.blackbox.objects.access import ABSENT, Marker, field_names, read, same
from apivet.blackbox.objects.emptiness import is_empty, is_zero
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.paths import found_at, put, value_at
from apivet.blackbox.objects.rebuilding import refilled, zero_of
from apivet.blackbox.objects.snapshots import Snapshot, are_alike
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.properties.contexts import contexts as contexts_of
from apivet.blackbox.properties.disuse import first_at, without
from apivet.blackbox.properties.restoration import is_put_back
from apivet.blackbox.properties.trial import (
    OLD_START,
    USING_START,
    Check,
    HookTrial,
    Invariant,
    Observed,
    Property,
    Result,
    Violation,
    all_gates,
)
from apivet.blackbox.protocol.models import GatedPath
from apivet.blackbox.rig.running import Given, Rig
from apivet.paths import EACH, Key, extended, holder
from apivet.vocabulary import UPDATE

NOT_DROPPED = "gated-field-not-dropped"
IN_USE = "gated-field-dropped-in-use"
ENABLED = "gated-field-dropped-when-enabled"
#: Other values of a field that are sent.
_OTHERS = 4


def trials(rig: Rig) -> Iterator[HookTrial]:
    """Each gated field with its gates off and on, used and unused by the stored object."""
    if not rig.assignment.gated:
        return
    obj, old = rig.filled(Choice("full")), rig.filled(Choice("full", 0, OLD_START))
    hooks = rig.hooks
    using = rig.filled(Choice("full", 0, USING_START))
    for gated in rig.assignment.gated:
        yield from _of_field(rig, gated, hooks, obj, (old, using) if _uses(old, gated) else (using, old))


def invariants(rig: Rig) -> Iterator[Invariant]:
    """Invariants of each gated field, as its gates are and as the stored object uses it."""
    hooks = rig.hooks
    for gated in rig.assignment.gated:
        unused, used, enabled = (partial(state, gated) for state in (_is_unused, _is_used, _is_enabled))
        for hook in hooks:
            yield Invariant(NOT_DROPPED, gated.dotted, hook, _dropped(gated, hook), unused)
            yield Invariant(ENABLED, gated.dotted, hook, _kept_when_enabled(gated, hook), enabled)
        yield Invariant(IN_USE, gated.dotted, UPDATE, _kept_in_use(gated), used)


def _whatever_the_context(check: Check) -> Check:
    """The check, for what no context of a request decides: whether that is a gate by another name nobody can tell."""

    def checked(rig: Rig, given: Given) -> Result:
        result = check(rig, given)
        if isinstance(result, Violation):
            for answers in ({}, *contexts_of(rig)):
                if answers != given.context:
                    with ANSWERS.given(answers):
                        if check(rig, given) is Observed.HOLDS:
                            return Observed.OTHER_CONTEXT
        return result

    return checked


def _is_unused(gated: GatedPath, rig: Rig, given: Given) -> bool:
    """A gate of the field is off, and the stored object uses neither it, at any of the paths to its declaration, nor
    another field of that gate."""
    off = {gate for gate in gated.gates if not given.gates.get(gate, False)}
    return bool(off) and not any(_may_use(given.old, other) for other in _of_feature(rig, gated, off))


def _of_feature(rig: Rig, gated: GatedPath, gates: Iterable[str]) -> Iterator[GatedPath]:
    """The paths to the field's declaration, and those to other fields of these gates."""
    for other in (*rig.assignment.gated, *rig.assignment.elsewhere):
        if other.declaration == gated.declaration or not set(gates).isdisjoint(other.gates):
            yield other


def _is_used(gated: GatedPath, rig: Rig, given: Given) -> bool:
    """A gate of the field is off, and the stored object uses it."""
    return not _is_open(gated, given) and _uses(given.old, gated)


def _is_enabled(gated: GatedPath, rig: Rig, given: Given) -> bool:
    return _is_open(gated, given) and all(given.gates.get(gate, False) for gate in gated.around)


def _is_open(gated: GatedPath, given: Given) -> bool:
    return all(given.gates.get(gate, False) for gate in gated.gates)


def _uses(obj: Any, gated: GatedPath) -> bool:
    """Whether an object uses the field, in any element where it lies in a container (contract section 5)."""
    return any(_is_used_by(value, gated) for value in _values(obj, gated.path))


def _is_used_by(value: object, gated: GatedPath) -> bool:
    """Whether a value of the field uses it."""
    return not _is_bare(value) if gated.optional else not is_empty(value)


def _may_use(obj: Any, gated: GatedPath) -> bool:
    """Whether an object may be read as using the field: an empty container that is optional may be read either way."""
    return any(value is not None if gated.optional else not is_empty(value) for value in _values(obj, gated.path))


def _is_bare(value: object) -> bool:
    is_empty_container = isinstance(value, (list, tuple, set, frozenset, Mapping)) and not value
    return value is None or isinstance(value, Marker) or is_empty_container


def _values(holder: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """The values at a path, in each element."""
    if holder is None or holder is ABSENT:
        return
    if not path:
        yield holder
    elif path[0] == EACH:
        for item in holder.values() if isinstance(holder, Mapping) else holder:
            yield from _values(item, path[1:])
    else:
        yield from _values(read(holder, path[0]), path[1:])


def _of_field(
    rig: Rig, gated: GatedPath, hooks: tuple[str, ...], obj: Any, stored: tuple[Any, Any]
) -> Iterator[HookTrial]:
    alone = without_rivals(gated, obj) if gated.rivals else obj
    old, other = (without_rivals(gated, each) for each in stored)
    unused, unused_by_other = _without(rig, gated, old), _without(rig, gated, other)
    same_but_for_it = put(old, gated.path, first_at(obj, gated.path))
    # All that may be set is set, nothing but the field is, and what may not be set besides is, too.
    lone = put(rig.filled(Choice("bare")), gated.path, first_at(obj, gated.path))
    every = (alone, lone, obj) if gated.rivals else (alone, lone)

    def given(hook: str, before: Any, states: Mapping[str, bool], sent: Any = alone) -> Given:
        """The objects of a trial; where these are refused, an update of nothing but the field."""
        if hook == UPDATE and rig.run(hook, sent, before, states).stored is None:
            return Given(same_but_for_it, before, None, states)
        return Given(sent, before, None, states)

    for states in _off(rig, gated):
        for hook in hooks:
            before = unused if hook == UPDATE else None
            for sent in (alone, lone, *_holding_zeros(gated, alone)):
                yield HookTrial(
                    NOT_DROPPED, gated.dotted, hook, given(hook, before, states, sent), _dropped(gated, hook)
                )
        for sent in (alone, lone):
            yield HookTrial(IN_USE, gated.dotted, UPDATE, given(UPDATE, old, states, sent), _kept_in_use(gated))
        for one in (*_used_by_one(gated, unused, old), *_used_by_nothing(rig, gated, old)):
            yield HookTrial(IN_USE, gated.dotted, UPDATE, given(UPDATE, one, states), _kept_in_use(gated))
    for sent in _with_others(rig, gated, alone):
        off = all_gates(rig, False)
        yield HookTrial(IN_USE, gated.dotted, UPDATE, given(UPDATE, old, off, sent), _kept_in_use(gated))
        for hook in hooks:
            asked = given(hook, old if hook == UPDATE else None, _on(rig, gated), sent)
            yield HookTrial(ENABLED, gated.dotted, hook, asked, _kept_when_enabled(gated, hook))
    for states in (_on(rig, gated), _alone_on(rig, gated)):
        for hook in hooks:
            for before in (old, unused, unused_by_other) if hook == UPDATE else (None,):
                for sent in every:
                    asked = given(hook, before, states, sent)
                    yield HookTrial(ENABLED, gated.dotted, hook, asked, _kept_when_enabled(gated, hook))


def _holding_zeros(gated: GatedPath, obj: Any) -> Iterator[Any]:
    """The object with a container in the field of which no element says anything: it is not empty, so it is in use."""
    held = first_at(obj, gated.path)
    if isinstance(held, Mapping) and held:
        yield put(obj, gated.path, refilled(held, [(key, zero_of(item)) for key, item in held.items()]))
    elif isinstance(held, (list, tuple)) and held and not hasattr(held, "_fields"):
        yield put(obj, gated.path, refilled(held, [zero_of(item) for item in held]))


def _without(rig: Rig, gated: GatedPath, old: Any) -> Any:
    """The stored object that uses no field of the feature: neither this one, wherever its declaration is found, nor
    another of its gates."""
    return without(rig, _of_feature(rig, gated, gated.gates), old)


def without_rivals(gated: GatedPath, obj: Any) -> Any:
    """The object where nothing is set beside the field of which only one may be."""
    for name in gated.rivals:
        obj = put(obj, (*gated.path[:-1], name), None)
    return obj


def _on(rig: Rig, gated: GatedPath) -> dict[str, bool]:
    return {**all_gates(rig, True), **dict.fromkeys(_all_of(gated), True)}


def _alone_on(rig: Rig, gated: GatedPath) -> dict[str, bool]:
    """No gate is on that the field and what is around it do not need."""
    return {**all_gates(rig, False), **dict.fromkeys(_all_of(gated), True)}


def _off(rig: Rig, gated: GatedPath) -> Iterator[dict[str, bool]]:
    """At least one of the field's gates is off: each set of them, with the others on, and all with everything off."""
    for size in range(1, len(gated.gates) + 1):
        for closed in itertools.combinations(gated.gates, min(size, 2)):
            yield {**_on(rig, gated), **dict.fromkeys(closed, False)}
    yield all_gates(rig, False) | dict.fromkeys(gated.gates, False)


def _used_by_one(gated: GatedPath, unused: Any, old: Any) -> Iterator[Any]:
    """Old objects of which but one element uses the field, where that lies in a list."""
    if EACH not in gated.path:
        return
    place = gated.path.index(EACH)
    before = gated.path[:place]
    items, bare = first_at(old, before), first_at(unused, before)
    if isinstance(items, (list, tuple)) and isinstance(bare, (list, tuple)) and len(items) == len(bare) > 1:
        for index in range(len(items)):
            mixed = [items[at] if at == index else bare[at] for at in range(len(items))]
            yield put(unused, before, refilled(items, mixed))


def _used_by_nothing(rig: Rig, gated: GatedPath, old: Any) -> Iterator[Any]:
    """The old object with an optional field that is set, and says nothing: it is in use (contract section 5)."""
    for value in _others(rig, gated, old) if gated.optional else ():
        if value is not None and is_empty(value):
            yield put(old, gated.path, value)


def _with_others(rig: Rig, gated: GatedPath, obj: Any) -> Iterator[Any]:
    """The object with other values that use the field: what the code compares with, and their neighbours."""
    used = (value for value in _others(rig, gated, obj) if _is_used_by(value, gated))
    for value in itertools.islice(used, _OTHERS):
        yield put(obj, gated.path, value)


def _others(rig: Rig, gated: GatedPath, obj: Any) -> list[Any]:
    """Other values for the first place of the field."""
    steps: list[Any] = []
    holder = obj
    for step in gated.path:
        if step != EACH:
            steps.append(step)
        elif isinstance(holder, Mapping) and holder:
            steps.append(Key(next(iter(holder))))
        elif isinstance(holder, (list, tuple)) and holder:
            steps.append(0)
        else:
            return []
        holder = value_at(obj, tuple(steps))
    return rig.alternatives.of(obj, tuple(steps))


def _dropped(gated: GatedPath, hook: str) -> Check:
    """Nothing is stored of the field, where the gate is off and it is not in use."""

    @_whatever_the_context
    def check(rig: Rig, given: Given) -> Result:
        if not _is_unused(gated, rig, given):
            return Observed.IDLE
        seen = rig.run(hook, given.obj, given.old, given.gates)
        if seen.stored is None:
            return Observed.REFUSED
        before, sent = found_at(seen.before, gated.path), found_at(seen.sent, gated.path)
        for place, value in found_at(seen.stored, gated.path).items():
            is_made = gated.optional and not _alike(value, sent.get(place, ABSENT))
            is_unused = _is_bare(value) if is_made else _is_nothing(value)
            if not is_unused and not _alike(value, before.get(place, ABSENT)):
                if hook == UPDATE and _is_dropped_elsewhere(gated, rig, given):
                    return Observed.OTHER_USE
                return Violation(f"{place} is stored with {_states(given, gated)}")
        is_sent = any(not _is_nothing(value) for value in sent.values())
        return Observed.HOLDS if is_sent else Observed.IDLE

    return check


def _is_nothing(value: object) -> bool:
    """Whether a field with this value is not in use: it is zero, or an empty container (contract section 5)."""
    return is_zero(value) if isinstance(value, (list, tuple, set, frozenset, Mapping)) else is_empty(value)


def _is_dropped_elsewhere(gated: GatedPath, rig: Rig, given: Given) -> bool:
    """Whether the same is dropped where the stored object uses other fields, or none; not where all that it takes are
    elements that do not use the field: to have no elements is no use of anything."""

    def is_dropped(old: Any) -> bool:
        stored = rig.run(UPDATE, given.obj, old, given.gates).stored
        return stored is not None and all(is_empty(value) for value in found_at(stored, gated.path).values())

    full, bare = (_without(rig, gated, rig.filled(Choice(fill, 0, OLD_START))) for fill in ("full", "bare"))
    container = gated.path[: gated.path.index(EACH)] if EACH in gated.path else ()
    if container and is_empty(first_at(given.old, container)):
        if is_dropped(rig.with_part(given.old, full, ".".join(container))):
            return False
    return is_dropped(full) or is_dropped(bare)


def _kept_in_use(gated: GatedPath) -> Check:
    """The caller's value is stored with a gate off, where the stored object uses the field."""

    @_whatever_the_context
    def check(rig: Rig, given: Given) -> Result:
        if not _is_used(gated, rig, given):
            return Observed.IDLE
        answer = _is_kept(gated, UPDATE, rig, given)
        return _replaced_by_gates(gated, rig, given) or answer if answer is Observed.HOLDS else answer

    return check


def _replaced_by_gates(gated: GatedPath, rig: Rig, given: Given) -> Violation | None:
    """The violation that another value than the caller's is stored, and with the gates the other way round would be
    the caller's."""
    seen = rig.run(UPDATE, given.obj, given.old, given.gates)
    assert seen.stored is not None
    stored, sent = found_at(seen.stored, gated.path), found_at(seen.sent, gated.path)
    others = [
        place
        for place, value in sent.items()
        if _is_used_by(value, gated)
        and place in stored
        and not _alike(value, stored[place])
        and not is_put_back(seen, place)
    ]
    if not others or rig.assignment.role == "other":
        return None
    turned = dict.fromkeys(gated.gates, False) if _is_open(gated, given) else dict.fromkeys(_all_of(gated), True)
    other = rig.run(UPDATE, given.obj, given.old, {**given.gates, **turned})
    kept = {} if other.stored is None else found_at(other.stored, gated.path)
    for place in others:
        if place in kept and _alike(sent[place], kept[place]):
            return Violation(f"another value than the caller's is stored of {place} with {_states(given, gated)}")
    return None


def _all_of(gated: GatedPath) -> tuple[str, ...]:
    """The gates of a field, and of what is around it."""
    return (*gated.gates, *gated.around)


def _kept_when_enabled(gated: GatedPath, hook: str) -> Check:
    """The caller's value is stored with all gates on."""

    @_whatever_the_context
    def check(rig: Rig, given: Given) -> Result:
        if not _is_enabled(gated, rig, given):
            return Observed.IDLE
        answer = _is_kept(gated, hook, rig, given)
        asks = answer is Observed.HOLDS and hook == UPDATE and _uses(given.old, gated)
        return _replaced_by_gates(gated, rig, given) or answer if asks else answer

    return check


def _is_kept(gated: GatedPath, hook: str, rig: Rig, given: Given) -> Result:
    """The caller's value is stored, as far as it is not put back together with what is around it."""
    seen = rig.run(hook, given.obj, given.old, given.gates)
    if seen.stored is None:
        return Observed.REFUSED
    before, stored = found_at(seen.before, gated.path), found_at(seen.stored, gated.path)
    sent = {place: value for place, value in found_at(seen.sent, gated.path).items() if _is_used_by(value, gated)}
    for place, value in sent.items():
        # What has another value whatever the gates are is no affair of theirs, unless it is gone.
        left = stored.get(place)
        if not _is_gone(left, gated) or _alike(value, left) or _goes_with_rival(seen.sent, seen.stored, gated, place):
            continue
        if hook == UPDATE and _alike(left, before.get(place)):
            # Another subresource (scale, say) puts back what it does not carry.
            if rig.assignment.role == "other" or (
                is_put_back(seen, place) and not _is_kept_besides(gated, rig, given, place)
            ):
                continue
        return Violation(f"{place} is not stored with {_states(given, gated)}")
    return Observed.HOLDS if sent else Observed.IDLE


def _is_kept_besides(gated: GatedPath, rig: Rig, given: Given, place: str) -> bool:
    """Whether the caller's value is stored where the stored object has one of its own: then it is the field alone that
    an update puts back to nothing, and not what is around it."""
    for start in (OLD_START, USING_START):
        seen = rig.run(UPDATE, given.obj, rig.filled(Choice("full", 0, start)), given.gates)
        stored = None if seen.stored is None else found_at(seen.stored, gated.path).get(place)
        if not is_empty(stored) and not _alike(stored, found_at(seen.before, gated.path).get(place)):
            return True
    return False


def _is_gone(left: object, gated: GatedPath) -> bool:
    """Whether nothing is left of a field: an optional structure is in use while it is there, whatever it holds."""
    return is_empty(left) and not (gated.optional and bool(field_names(left)))


def _goes_with_rival(sent: Snapshot, stored: Snapshot, gated: GatedPath, place: str) -> bool:
    """Whether what holds a field is gone as a whole, and something is set beside it of which only one may be."""
    around = holder(place)
    if not gated.rivals or found_at(stored, gated.path[:-1]).get(around) is not None:
        return False
    beside = (found_at(sent, (*gated.path[:-1], name)).get(extended(around, name)) for name in gated.rivals)
    return any(not is_empty(value) for value in beside)


def _alike(one: object, other: object) -> bool:
    return same(one, other) or are_alike(one, other)


def _states(given: Given, gated: GatedPath) -> str:
    states = [f"{gate} {'on' if given.gates.get(gate) else 'off'}" for gate in gated.gates]
    return " and ".join(states)


PROPERTY = Property((NOT_DROPPED, IN_USE, ENABLED), invariants, trials)
