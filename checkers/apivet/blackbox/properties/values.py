"""The rules hold whatever a field's value is: each field in turn is left out, emptied, and set to what the code may
look for."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import enum
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, pairwise, permutations, product, zip_longest
from typing import Any, Final

from apivet.blackbox.limits import (
    ASKED_VALUES,
    COMPARED_VALUES,
    GUESSED_NAMES,
    OTHER_VALUES,
    REASONED_VALUES,
    STATES,
    TOLD_PAIRS,
    VALUED_OBJECTS,
)
from apivet.blackbox.objects.access import ABSENT, field_names, same
from apivet.blackbox.objects.deriving import derived_ones
from apivet.blackbox.objects.domain import limits_at
from apivet.blackbox.objects.neighbours import on_both_sides
from apivet.blackbox.objects.paths import another, is_plain, leaf_places, nodes_of, places_of, value_at, with_value_at
from apivet.blackbox.objects.rebuilding import refilled, retold, zero_of
from apivet.blackbox.objects.resizing import nearly_alike
from apivet.blackbox.objects.snapshots import Snapshot, are_alike
from apivet.blackbox.properties.disuse import without
from apivet.blackbox.properties.telling import put_together, telling_values
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.properties.trimming import trimmed
from apivet.blackbox.rig.running import Given, Rig
from apivet.paths import Path
from apivet.program.annotations import Only, members
from apivet.vocabulary import CREATE

_PAIR: Final = 2
#: Operations that find what is in two containers or in one of them, and pairs of places that are looked at for two of
#: these.
_COMMON: Final = frozenset(("&", "|", "in", "set", "merges", "update"))
_APART: Final = frozenset(("-", "^"))
_SETS: Final = (set, frozenset)
#: Methods of sets that do so, or ask for it.
_OF_SETS: Final = frozenset(
    ("difference", "difference_update", "discard", "remove", "symmetric_difference", "symmetric_difference_update")
    + ("intersection", "intersection_update", "isdisjoint", "issubset", "issuperset")
)
_SHARING: Final = 12
_NUMBERS: Final = 3
#: Pairs that are filled in other ways, before those with other members of unions.
_FILLS: Final = 4


def trials(rig: Rig, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """Trials of the invariants, with objects that differ from a filled one in one place."""
    of_create = [each for each in invariants if each.hook == CREATE]
    of_update = [each for each in invariants if each.hook != CREATE]
    for given in _givens(rig) if invariants else ():
        for invariant in of_create if given.old is None else of_update:
            if invariant.applies(rig, given):
                yield invariant.on(given)


def _givens(rig: Rig) -> Iterator[Given]:
    obj, old = (trimmed(rig, side) for side in pairs(rig)[0])
    unused = without(rig, rig.assignment.gated, old)
    has_gated = bool(rig.assignment.gated)
    on, off = all_gates(rig, True), all_gates(rig, False)
    has_gates, is_main = bool(rig.assignment.known_gates), rig.assignment.role == "main"
    for changed in variations(rig, obj):
        yield Given(changed, old, None, on)
        if has_gates:
            yield Given(changed, unused, None, off)
        if has_gated:  # the fields are in use
            yield Given(changed, old, None, off)
        if is_main:
            yield Given(changed, None, None, off)
        if is_main and has_gates:
            yield Given(changed, None, None, on)
    for changed in variations(rig, old):
        # The caller sends something else, and what is stored.
        yield Given(obj, changed, None, off)
        yield Given(changed, changed, None, on)
        if has_gated:
            stored = without(rig, rig.assignment.gated, changed)
            yield Given(obj, unused if are_alike(stored, unused) else stored, None, off)
    for sent, stored in in_one_state(rig, obj, old):
        yield Given(sent, stored, None, on)
    for stored, sent in _from_one_to_another(rig, obj):
        yield Given(sent, stored, None, on)
    for changed in _next_to_old(rig, obj, old):
        yield Given(changed, old, None, on)
    for changed in _containers_as_stored(rig, obj, old):
        yield Given(changed, old, None, on)
    for sent, stored in islice(_taken_for_stored(rig, obj, old), OTHER_VALUES):
        yield Given(sent, stored, None, on)
    for changed in (*_of_other_members(rig, obj), *islice(_combined(rig, pairs(rig)[1][0]), OTHER_VALUES)):
        yield Given(changed, old, None, on)
        if is_main:
            yield Given(changed, None, None, off)


def in_one_state(rig: Rig, obj: Any, old: Any) -> Iterator[tuple[Any, Any]]:
    """The two objects with the same value in one place, of those that the code asks about: it may ask it of both."""
    both = (
        (rig.alternatives.with_values(obj, [each]), rig.alternatives.with_values(old, [each]))
        for each in _told(rig, old)
    )
    yield from islice((pair for pair in both if None not in pair), STATES)


def _from_one_to_another(rig: Rig, obj: Any) -> Iterator[tuple[Any, Any]]:
    """A stored object and one for the caller that differ in one place alone, with two values there that code may tell
    apart from all others."""
    for steps in mentioned_places(rig, obj):
        told = islice(permutations(_told_apart(rig, obj, steps), 2), TOLD_PAIRS)
        present = value_at(obj, steps)
        tables = ([_as_held(each, present) for each in step] for step in rig.mentions.steps if is_plain(present))
        for pair in chain(told, (step for step in tables if None not in step)):
            stored, sent = (rig.alternatives.with_values(obj, [(steps, value)]) for value in pair)
            if stored is not None and sent is not None:
                yield stored, sent


def _told_apart(rig: Rig, obj: Any, steps: Path) -> list[Any]:
    """The members of an enum or a literal type, and what the code compares another plain value with; not what lies
    next to that."""
    present = value_at(obj, steps)
    if isinstance(present, enum.Enum):
        return list(type(present))
    annotation = rig.alternatives.annotation(obj, steps)
    if annotation is not None and all(isinstance(each, Only) for each in members(annotation)):
        return [present, *rig.alternatives.each(obj, steps)]
    found: list[Any] = []
    for constant in rig.mentions.compared.get(_name_of(steps), ()) if is_plain(present) else ():
        value = _as_held(constant, present)
        if value is not None and not any(same(value, near) for each in found for near in (each, *on_both_sides(each))):
            found.append(value)
    return found


def _of_other_members(rig: Rig, obj: Any) -> Iterator[Any]:
    """Objects that have other members of the unions in them, with what the code compares the fields of these with."""
    known = {(steps, type(value)) for steps, value in nodes_of(obj, ())}
    for other, _ in pairs(rig)[_FILLS:]:
        places = [steps for steps in mentioned_places(rig, other) if (steps, type(value_at(other, steps))) not in known]
        known.update((steps, type(value_at(other, steps))) for steps in places)
        changes = (
            rig.alternatives.with_values(other, [(steps, value)])
            for steps in places
            for value in looked_for(rig, other, steps)
        )
        yield from (changed for changed in islice(changes, REASONED_VALUES) if changed is not None)


def _combined(rig: Rig, bare: Any) -> Iterator[Any]:
    """An object in which nothing is set but what the code compares several fields with at once."""
    places = mentioned_places(rig, bare)
    told = [(steps, value) for steps in places for value in looked_for(rig, bare, steps)]
    flags = [(steps, True) for steps in places if value_at(bare, steps) is False]
    for chosen in (*([each] for each in flags), *_together([*told, *flags])):
        changed = rig.alternatives.with_values(bare, chosen)
        if changed is not None:
            yield changed


def _next_to_old(rig: Rig, obj: Any, old: Any) -> Iterator[Any]:
    """Objects for the caller with a field as it is stored, or next to it, where the code compares the two; with all
    such fields as they are stored, and with all but one."""
    related = set(rig.mentions.related)
    places = mentioned_places(rig, obj)
    alike: list[tuple[Path, Any]] = []
    for steps in places:
        for other in places:
            if (steps[-1], other[-1]) not in related and (other[-1], steps[-1]) not in related:
                continue
            value = value_at(old, other)
            if type(value) is type(value_at(obj, steps)):
                alike += [(steps, value)] if steps == other else []
                for near in next_to(value) if is_plain(value) else (value,):
                    changed = rig.alternatives.with_values(obj, [(steps, near)])
                    if changed is not None:
                        yield changed
    several = (alike, *combinations(alike, len(alike) - 1)) if len(alike) > 1 else ()
    for chosen in islice(several, REASONED_VALUES):
        changed = rig.alternatives.with_values(obj, chosen)
        if changed is not None:
            yield changed


def _containers_as_stored(rig: Rig, obj: Any, old: Any) -> Iterator[Any]:
    """Objects for the caller with a container as it is stored, but for the order, for a field of its first element, for
    an element or a key more or less, for the value under a key, or for what the code compares it with besides; where it
    asks in what sets differ, for the texts beside that."""
    guesses = [text for each in rig.mentions.operations if each.names & _APART for text in each.texts][:GUESSED_NAMES]
    for steps in mentioned_places(rig, old):
        stored = value_at(old, steps)
        told = [each for each in rig.mentions.compared.get(_name_of(steps), guesses) if type(each) is str]
        for other in (*_nearly(stored, told), *nearly_alike(stored)):
            changed = rig.alternatives.with_values(obj, [(steps, other)])
            if changed is not None:
                yield changed


def _nearly(stored: Any, told: Sequence[str]) -> Iterator[Any]:
    """A list or a mapping with each of these texts besides, a list in another order, and with another value in a field
    of its first element."""
    if type(stored) is list and not are_alike(stored, stored[::-1]):
        yield stored[::-1]
        yield from ([*stored, each] for each in told if type(stored[0]) is str)
        leaves = islice(leaf_places(stored[0], ()), OTHER_VALUES)
        inside = ((at, another(value)) for at, value in leaves if at)
        yield from ([with_value_at(stored[0], at, value), *stored[1:]] for at, value in inside if value is not ABSENT)
    elif type(stored) is dict and stored and type(next(iter(stored))) is str:
        yield from ({**stored, each: next(iter(stored.values()))} for each in told)


def _taken_for_stored(rig: Rig, obj: Any, old: Any) -> Iterator[tuple[Any, Any]]:
    """Objects for the caller and stored ones with values in one place that the code may take for the same."""
    for steps in mentioned_places(rig, old):
        for stored, sent in (pair for each in rig.mentions.operations for pair in each.alike(value_at(old, steps))):
            both = (
                rig.alternatives.with_values(obj, [(steps, sent)]),
                rig.alternatives.with_values(old, [(steps, stored)]),
            )
            if None not in both:
                yield both


def variations(rig: Rig, obj: Any) -> Iterator[Any]:
    """The object with another value in one place, of those that the strategy's code speaks of: a field that it does not
    mention decides nothing. What it compares a field with comes first, then what two fields hold that it compares with
    each other, and what several fields are compared with at once; then each place has its first turn before any has
    its second."""
    places = mentioned_places(rig, obj)
    told = _told(rig, obj)
    single = (rig.alternatives.with_values(obj, [each]) for each in told)
    written = list(islice(put_together(rig, obj, places), REASONED_VALUES))
    several = (*_alone(obj, told), *_related(rig, obj, places), *_shared(rig, obj, places), *_together(told))
    reasoned = list(islice((each for each in single if each is not None), COMPARED_VALUES))
    reasoned += islice(
        (each for chosen in (*written, *several) if (each := rig.alternatives.with_values(obj, chosen)) is not None),
        max(REASONED_VALUES - len(reasoned), OTHER_VALUES + len(written)),
    )
    yield from reasoned
    asked = ((steps, other) for steps in places for other in telling_values(rig, obj, steps))
    told_of = (rig.alternatives.with_values(obj, [each]) for each in asked)
    yield from islice((each for each in told_of if each is not None), ASKED_VALUES)
    others = [_others(rig, obj, steps, told) for steps in places]
    turns = zip_longest(*others, fillvalue=ABSENT)
    plain = ((steps, value) for turn in turns for steps, value in zip(places, turn) if value is not ABSENT)
    for steps, value in islice(plain, max(VALUED_OBJECTS - len(reasoned), OTHER_VALUES)):
        yield with_value_at(obj, steps, value)


def _told(rig: Rig, obj: Any) -> list[tuple[Path, Any]]:
    """The values that the code compares fields of an object with, and zeros of those that it asks for being set; of a
    flag, the other one."""
    places = mentioned_places(rig, obj)
    told = [(steps, value) for steps in places for value in looked_for(rig, obj, steps)]
    tested = ((steps, value_at(obj, steps)) for steps in places if steps[-1] in rig.mentions.tested)
    return told + [(steps, not held if type(held) is bool else zero_of(held)) for steps, held in tested]


def _others(rig: Rig, obj: Any, steps: Path, told: Sequence[tuple[Path, Any]]) -> Iterator[Any]:
    """Other values for a place than those that are told of it, worked out as they are asked for."""
    return (value for value in rig.alternatives.each(obj, steps) if not _is_among(told, steps, value))


def _alone(obj: Any, told: Sequence[tuple[Path, Any]]) -> Iterator[list[tuple[Path, Any]]]:
    """The values that are told of an element, of a list that has no others: code may ask something of all of them; and
    those of the second one of several."""
    for steps, value in told:
        index = next((at for at, step in enumerate(steps) if isinstance(step, int)), None)
        if index is not None:
            yield [(steps[:index], value_at(obj, steps[:index])[:1]), (steps, value)]
            if steps[index] == 0 and len(value_at(obj, steps[:index])) > 1:
                yield [((*steps[:index], 1, *steps[index + 1 :]), value)]


def looked_for(rig: Rig, obj: Any, steps: Path) -> Iterator[Any]:
    """Values that the code compares a field with, as far as the field can hold them; a part, with a new
    one where the code names its class, and with one of a class that derives from it."""
    present = value_at(obj, steps)
    if isinstance(present, (list, dict, set, frozenset)):
        constants = rig.mentions.compared.get(_name_of(steps), ())
        yield from (refilled(present, each) for each in _containers(constants, present))
        return
    if len(steps) > 1 and type(present).__name__ in rig.mentions.names and field_names(present):
        with contextlib.suppress(Exception):  # its own code
            yield type(present)()
    if len(steps) > 1:
        yield from derived_ones(present, rig.mentions.names)
    for constant in rig.mentions.compared.get(_name_of(steps), ()):
        value = _as_held(constant, present)
        if value is not None:
            # Between whole numbers lie others, where the field may hold them.
            values = (value,) if type(value) is type(constant) else (value, *on_both_sides(value))
            found = (near for each in values for near in limits_at(obj, steps, each).steps_near(each))
            yield from (each for each in found if not same(each, present))


def _containers(constants: Sequence[Any], present: Any) -> Iterator[Any]:
    """Items of collections and mappings of these constants, as they may be written out where they are compared."""
    texts = [each for each in constants if type(each) is str]
    if isinstance(present, dict):
        yield from ([pair] for pair in pairwise(texts))
        if len(texts) > _PAIR:
            yield zip(texts[::2], texts[1::2])
            half = len(texts) // 2
            yield from (zip(texts[half:], texts[:half]), zip(texts[:half], texts[half:]))
        return
    kind = type(next(iter(present), ""))
    alike = [each for each in constants if type(each) is kind and kind in (str, int)]
    yield from ([each] for each in alike[:_NUMBERS])
    if len(alike) > 1:
        yield alike


def _name_of(steps: Path) -> str:
    """The field of a place, or of the container that it lies in."""
    return next((step for step in reversed(steps) if isinstance(step, str)), "")


def _as_held(constant: Any, present: Any) -> Any:
    """A constant as a field holds it that holds something now; ``None`` where it can't."""
    if type(constant) is type(present):
        return constant
    if isinstance(present, enum.Enum):
        return next((member for member in type(present) if member == constant or member.value == constant), None)
    if isinstance(present, (float, decimal.Decimal)) and type(constant) is int:
        constant = type(present)(constant)
    if isinstance(present, (str, int, float)) and isinstance(constant, (str, int, float)):
        base: Any = next(each for each in (bool, str, int, float) if isinstance(present, each))
        return retold(present, constant) if isinstance(constant, base) else None
    return constant if type(constant) is type(present) else None


def _related(rig: Rig, obj: Any, places: Sequence[Path]) -> Iterator[list[tuple[Path, Any]]]:
    """Of two fields that the code compares with each other, the one is as the other, or next to it on either side."""
    for one, other in rig.mentions.related:
        ends = [[steps for steps in places if steps[-1] == name] for name in (one, other)]
        for to, source in product(*ends):
            value, present = value_at(obj, source), value_at(obj, to)
            if to != source and type(value) is type(present) and is_plain(value):
                yield from ([(to, near)] for near in next_to(value))
                yield from _apart(rig, to, value)
            elif type(value) in (list, *_SETS) and is_plain(present) and {type(present)}.issuperset(map(type, value)):
                yield [(source, refilled(value, (*value, present)))]
            elif type(value) is dict and value and all(type(key) is type(present) for key in value):
                yield [(source, {**value, present: next(iter(value.values()))})]


def _shared(rig: Rig, obj: Any, places: Sequence[Path]) -> Iterator[list[tuple[Path, Any]]]:
    """Of two mappings, or two collections of texts, the one has a key or an element of the other, where the code may
    look for what is in both, or leave that out."""
    used = frozenset().union(*(each.names for each in rig.mentions.operations)) | rig.mentions.names
    held = ((steps, value_at(obj, steps)) for steps in places)
    filled = [(steps, value) for steps, value in held if type(value) in (dict, list, *_SETS) and value]
    for (to, one), (_, other) in islice(permutations(filled, 2), _SHARING):
        if used.isdisjoint(_COMMON if type(one) not in _SETS else _COMMON | _APART | _OF_SETS):
            continue
        first = min(other, key=repr) if type(other) in _SETS else next(iter(other))
        if type(one) is type(other) is dict:
            yield [(to, {**one, first: next(iter(one.values()))})]
        elif type(one) is not dict and type(next(iter(one))) is type(first) is str:
            yield [(to, refilled(one, (*one, first)))]


def _apart(rig: Rig, place: Path, value: Any) -> Iterator[list[tuple[Path, Any]]]:
    """A moment that lies as far from another one as the code mentions."""
    if isinstance(value, datetime.date):
        apart = rig.mentions.constants.get(datetime.timedelta, ())
        with contextlib.suppress(OverflowError):  # before the first day that there is, or after the last
            yield from ([(place, moment)] for step in apart for moment in (value + step, value - step))


def next_to(value: Any) -> Iterator[Any]:
    """The value, its neighbours, and a number's opposite."""
    yield from (value, *on_both_sides(value))
    if type(value) in (int, float):
        yield -value


def _together(told: Sequence[tuple[Path, Any]]) -> Iterator[list[tuple[Path, Any]]]:
    """Two places that the code compares with something, changed at once; those that are told of next to each other
    first, and then all at once."""
    by_place: dict[Path, list[Any]] = {}
    for steps, value in told:
        by_place.setdefault(steps, []).append(value)
    found = [
        [(one, first), (other, second)]
        for one, other in combinations(by_place, 2)
        for first, second in product(by_place[one], by_place[other])
    ]
    if len(by_place) > _PAIR:
        yield [(steps, values[0]) for steps, values in by_place.items()]
    yield from found


def _is_among(told: Sequence[tuple[Path, Any]], steps: Path, value: object) -> bool:
    return any(place == steps and same(other, value) for place, other in told)


def mentioned_places(rig: Rig, obj: Any) -> list[Path]:
    """The places that the code speaks of."""
    snapshot = rig.snapshot_of(obj)
    return snapshot.memo.of(_mentioned, snapshot, rig.mentions.names)


def _mentioned(snapshot: Snapshot, names: frozenset[str]) -> list[Path]:
    return list(places_of(snapshot.value, names))


def is_mentioned(steps: Path, names: frozenset[str]) -> bool:
    """Whether the code speaks of the field and of all that it lies in; of the elements of a list, the first stands for
    all."""
    fields = [step for step in steps if isinstance(step, str)]
    return bool(fields) and names.issuperset(fields) and not any(isinstance(step, int) and step > 0 for step in steps)
