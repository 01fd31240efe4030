"""The rules hold whatever a field's value is: each field in turn is left out, emptied, and set to what the code may
look for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, islice, zip_longest
from typing import Any, Final

from apivet.blackbox.experiments.gates import unset_value
from apivet.blackbox.experiments.trial import Invariant, Trial, all_gates, pairs
from apivet.blackbox.laboratory import CREATE, Given, Laboratory
from apivet.blackbox.objects.access import Marker, field_names, read, same, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.places import Steps, is_plain, nodes_of

#: So many objects are made of one; where there is more to try, sequences take it up.
_OBJECTS: Final = 20


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
    obj, old = (_trimmed(lab, side) for side in pairs(lab)[0])
    unused = old
    for gated in lab.assignment.gated:
        unused = lab.with_value(unused, gated.path, unset_value(old, gated))
    on, off = all_gates(lab, True), all_gates(lab, False)
    has_gates, is_main = bool(lab.assignment.known_gates), lab.assignment.role == "main"
    for changed in variations(lab, obj):
        yield Given(changed, old, None, on)
        if has_gates:
            yield Given(changed, unused, None, off)
        if is_main:
            yield Given(changed, None, None, off)
    for changed in variations(lab, old):
        # The caller sends something else, and what is stored.
        yield Given(obj, changed, None, off)
        yield Given(changed, changed, None, on)


def _trimmed(lab: Laboratory, obj: Any) -> Any:
    """The object without the structures and containers that the code does not mention: it is run some hundred times,
    and most of a large object is but carried about. The status stays whole, as does something of every other part, so
    that objects still differ in them."""
    bare = lab.filled(Choice("bare"))
    gated = {step for item in lab.assignment.gated for step in item.path}
    return _trim(copied(obj), bare, lab.mentions.names | gated | {lab.words.spec, lab.words.metadata}, lab.words.status)


def _trim(holder: Any, bare: Any, names: AbstractSet[str], whole: str = "") -> Any:
    fields = field_names(holder)
    if not fields or type(holder) is not type(bare):
        return holder
    plain = [name for name in fields if is_plain(read(holder, name))]
    kept = plain or fields[:1]
    for name in fields:
        if name == whole:
            continue
        if name in names:
            holder = write(holder, name, _trim(read(holder, name), read(bare, name), names))
        elif name not in kept:
            holder = write(holder, name, copied(read(bare, name)))
    return holder


def variations(lab: Laboratory, obj: Any) -> Iterator[Any]:
    """The object with another value in one place, of those that the strategy's code speaks of: a field that it does not
    mention decides nothing. What it compares a field with comes first; then each place has its first turn before any
    has its second."""
    names, compared = lab.mentions.names, lab.mentions.compared
    places = [steps for steps, _ in nodes_of(obj, ()) if is_mentioned(steps, names)]
    others = [lab.alternatives.of(obj, steps) for steps in places]
    told: list[tuple[Steps, Any]] = []
    for place, (steps, values) in enumerate(zip(places, others)):
        looked_for = compared.get(str(steps[-1]), ())
        told += ((steps, value) for value in values if _is_among(value, looked_for))
        others[place] = [value for value in values if not _is_among(value, looked_for)]
    turns = zip_longest(*others, fillvalue=Marker.ABSENT)
    chosen = ((steps, value) for turn in turns for steps, value in zip(places, turn) if value is not Marker.ABSENT)
    for steps, value in islice(chain(told, chosen), _OBJECTS):
        yield lab.with_value_at(obj, steps, value)


def _is_among(value: object, constants: Sequence[object]) -> bool:
    return any(same(value, constant) for constant in constants)


def is_mentioned(steps: Steps, names: frozenset[str]) -> bool:
    """Whether the code speaks of the field and of all that it lies in; of the elements of a list, the first stands for
    all."""
    fields = [step for step in steps if isinstance(step, str)]
    return bool(fields) and names.issuperset(fields) and not any(isinstance(step, int) and step > 0 for step in steps)
