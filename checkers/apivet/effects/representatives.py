"""Elements by number, of a container of which one element stands for all before the last one.

Which number that element has, nobody knows: it may be the one that is meant, or another is, of which the container
tells nothing. What is done to that one is done to no element of the container.
"""

from __future__ import annotations

from functools import partial

from apivet.effects import questions
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.limits import STANDING_FOR_ALL
from apivet.effects.ordering import left_out
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, LAST, Computed, Constant, Reference, stands_for_others
from apivet.program.model import ListOf

Chosen = list[tuple[Diagram, Entry]]


def at_number(machine: Machine, container: Reference, entries: list[Entry], chosen: Chosen, key: object) -> Chosen:
    """The elements that a number can mean, where those that stand for others are among them."""
    by_key = {entry.key: entry for entry in entries}
    earlier, last = by_key.get(EARLIER), by_key.get(LAST)
    if not isinstance(key, Constant) or key.value == -1 or earlier is None or last is None:
        return chosen
    shape = machine.heap.cells[container.cell].shape
    if isinstance(shape, ListOf) and shape.length is not None and shape.length <= STANDING_FOR_ALL:
        return chosen
    diagrams = machine.diagrams
    several = diagrams.both(earlier.present, last.present)
    found: Chosen = []
    for where, entry in chosen:
        if entry is not earlier and entry is not last:
            found.append((where, entry))
            continue
        meant, other = _numbered(machine, container, entry, key, earlier.value)
        among = diagrams.both(where, several)
        found += [
            (diagrams.both(where, diagrams.negate(several)), entry),
            (diagrams.both(among, meant), entry),
            (diagrams.both(among, diagrams.negate(meant)), Entry(EARLIER, earlier.present, other)),
        ]
    return [(where, entry) for where, entry in found if where is not diagrams.false]


def values_at(machine: Machine, container: Reference, chosen: Chosen, key: object) -> list[tuple[Diagram, Diagram]]:
    """The values of the elements that a number can mean. One that stands for others has the place of what was given
    where it is the first, and none before it may be left out; elsewhere it is in one that nobody knows."""
    if not (
        isinstance(key, Constant) and isinstance(key.value, int) and -STANDING_FOR_ALL <= key.value < STANDING_FOR_ALL
    ):
        return [(where, entry.value) for where, entry in chosen]
    diagrams, found = machine.diagrams, []
    for where, entry in chosen:
        value = entry.value
        if entry.key == EARLIER and where is not diagrams.false:
            is_given = key.value == 0 and left_out(machine, [(entry.key, entry.present)]) is diagrams.false
            value = value if is_given else diagrams.transform(value, partial(_at, machine, container, key))
        found.append((where, value))
    return found


def _at(machine: Machine, container: Reference, key: Constant, leaf: Leaf) -> Diagram:
    """The value that has a number in a container, which is none of the elements of which it tells."""
    if isinstance(leaf.value, Constant):
        return leaf
    whole = machine.heap.settle(machine.diagrams.leaf(container))
    made = machine.diagrams.leaf(Computed("[]", (whole, machine.diagrams.leaf(key))))
    return machine.heap.made_of(machine.guard, (leaf,), made)


def _numbered(
    machine: Machine, container: Reference, entry: Entry, key: Constant, earlier: Diagram
) -> tuple[Diagram, Diagram]:
    """Whether an element has that number, and the one that has it elsewhere, which was given like the ``earlier``."""
    place = (container.cell, entry.key, key)
    known = machine.elements_by_number.get(place)
    if known is None:
        meant = questions.truth(machine, machine.unseen("which element has that number", None, ()))
        known = machine.elements_by_number[place] = (
            meant,
            machine.diagrams.transform(earlier, lambda leaf: _copy(machine, leaf)),
        )
    return known


def with_others(machine: Machine, before: list[Entry], after: list[Entry]) -> list[Entry]:
    """The same elements after one was taken out by its number: where it stands for others, one of these may be left."""
    diagrams, found = machine.diagrams, []
    for had, has in zip(before, after):
        taken = diagrams.both(had.present, diagrams.negate(has.present))
        if stands_for_others(had.key) and taken is not diagrams.false:
            more = questions.truth(machine, machine.unseen("whether a list has more elements", None, ()))
            other = diagrams.transform(had.value, lambda leaf: _copy(machine, leaf))
            present = diagrams.either(has.present, diagrams.both(taken, more))
            has = Entry(had.key, present, diagrams.choose(taken, other, had.value))
        found.append(has)
    return found


def _copy(machine: Machine, leaf: Leaf) -> Diagram:
    value = leaf.value
    return machine.diagrams.leaf(machine.heap.deep_copy(value)) if isinstance(value, Reference) else leaf
