"""The rules hold whatever a field's value is: each field in turn is left out, emptied, and set to what the code may
look for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, Final

from apivet.blackbox.experiments.gates import unset_value
from apivet.blackbox.experiments.trial import TWIN_START, Invariant, Trial, all_gates, pairs
from apivet.blackbox.laboratory import CREATE, Given, Laboratory
from apivet.blackbox.objects.access import Marker
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.places import Steps, nodes_of

#: So many objects are made of one; where there is more to try, sequences take it up.
_OBJECTS: Final = 30


def trials(lab: Laboratory, invariants: Sequence[Invariant]) -> Iterator[Trial]:
    """What is true of every run, of objects that differ from a filled one in one place."""
    for given in _givens(lab) if invariants else ():
        for invariant in invariants:
            if invariant.hook == CREATE and given.old is not None:
                continue
            if invariant.hook != CREATE and given.old is None:
                continue
            if invariant.applies(lab, given):
                yield invariant.on(given)


def _givens(lab: Laboratory) -> Iterator[Given]:
    obj, old = pairs(lab)[0]
    unused = old
    for gated in lab.assignment.gated:
        unused = lab.with_value(unused, gated.path, unset_value(old, gated))
    on, off = all_gates(lab, True), all_gates(lab, False)
    has_gates, is_main = bool(lab.assignment.known_gates), lab.assignment.role == "main"
    for changed in variations(lab, obj):
        twin = with_other_status(lab, changed)
        yield Given(changed, old, twin, on)
        if has_gates:
            yield Given(changed, unused, twin, off)
        if is_main:
            yield Given(changed, None, twin, off)
    twin = with_other_status(lab, obj)
    for changed in variations(lab, old):
        # The caller sends something else, and what is stored.
        yield Given(obj, changed, twin, off)
        yield Given(changed, changed, with_other_status(lab, changed), on)


def variations(lab: Laboratory, obj: Any) -> Iterator[Any]:
    """The object with another value in one place, of those that the strategy's code speaks of: a field that it does not
    mention decides nothing. Each place has its first turn before any has its second."""
    names = lab.mentions.names
    places = [steps for steps, _ in nodes_of(obj, ()) if is_mentioned(steps, names)]
    turns = zip_longest(*(lab.alternatives.of(copied(obj), steps) for steps in places), fillvalue=Marker.ABSENT)
    chosen = ((steps, value) for turn in turns for steps, value in zip(places, turn) if value is not Marker.ABSENT)
    for steps, value in islice(chosen, _OBJECTS):
        yield lab.with_value_at(obj, steps, value)


def is_mentioned(steps: Steps, names: frozenset[str]) -> bool:
    """Whether the code speaks of the field and of all that it lies in; of the elements of a list, the first stands for
    all."""
    fields = [step for step in steps if isinstance(step, str)]
    return bool(fields) and names.issuperset(fields) and not any(isinstance(step, int) and step > 0 for step in steps)


def with_other_status(lab: Laboratory, obj: Any) -> Any:
    """What a second caller sends: the same but for the status."""
    if not lab.parts.status or lab.assignment.role != "main":
        return None
    if "another status" not in lab.prepared:
        lab.prepared["another status"] = lab.filled(Choice("full", 0, TWIN_START))
    return lab.with_part(obj, lab.prepared["another status"], lab.words.status)
