"""Assignment to targets: names, attributes, items, slices and sequences of these."""

from __future__ import annotations

from typing import Any

from apivet.effects import (
    counting,
    elements,
    interception,
    iteration,
    library_state,
    lookups,
    ordering,
    questions,
    secretive,
    storing,
)
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram
from apivet.effects.equality import comparing
from apivet.effects.frames import Arguments
from apivet.effects.objects import own_method
from apivet.effects.refusing import may_raise
from apivet.effects.slicing import is_beginning, is_end, is_held, known_elements, sliced, written_bounds
from apivet.effects.special import ITERATING
from apivet.effects.state import Machine
from apivet.effects.values import SEQUENCE, Computed, Constant, Reference
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def assign(machine: Machine, target: syntax.Expression, value: Diagram) -> None:
    """Bind a target (a name, a part of an object, a tuple of these) to a value."""
    machine.heap.hold(value)
    if isinstance(target, syntax.Name):
        machine.bind(target.name, value)
    elif isinstance(target, syntax.Attribute):
        interception.assign(machine, machine.evaluate(target.value), target.name, value, target.location)
    elif isinstance(target, syntax.Subscript):
        _assign_item(machine, target, value)
    elif isinstance(target, syntax.Starred):
        assign(machine, target.value, value)
    elif isinstance(target, syntax.Sequence):
        _assign_parts(machine, target, value)


def _assign_item(machine: Machine, target: syntax.Subscript, value: Diagram) -> None:
    holder = machine.evaluate(target.value)
    if not isinstance(target.index, syntax.Slice):
        index = machine.evaluate(target.index)
        secretive.ask(machine, "a key", (index,), target.location, (index,))
        elements.put_item(machine, holder, index, value, target.location)
        return
    found = iteration.all_rounds(machine, value, target.location)
    replace_slice(machine, holder, target.index, found, machine.heap.settle(value))
    order = ordering.order_of(machine, value)
    if target.index.step is not None:
        order = machine.diagrams.leaf(Computed("step", (machine.heap.settle(value),)))
    for where, leaf in machine.diagrams.cases(holder, machine.guard):
        if isinstance(leaf, Reference):
            before, machine.guard = machine.guard, where
            ordering.mark_order(machine, leaf, order)
            machine.guard = before


def replace_slice(machine: Machine, holder: Diagram, index: syntax.Slice, found: list[Entry], value: Diagram) -> None:
    """``holder[lower:upper] = elements``. Which elements a part of a list holds is not known,
    nor, but at its beginning and at its end, where others that are put in its place stand."""
    for where, leaf in machine.diagrams.cases(holder, machine.guard):
        if not isinstance(leaf, Reference):
            entered, machine.guard = machine.guard, where
            _put_into_unseen(machine, leaf, found, index.location)
            machine.guard = entered
            continue
        stay: list[Entry] = []
        spliced = _spliced(machine, leaf, index, found)
        if spliced is not None:
            machine.heap.replace_entries(where, leaf, spliced)
            machine.heap.note_store(where, leaf, None, value, index.location)
            continue
        if not (index.lower is None and index.upper is None):
            for entry in machine.heap.entries(leaf) or ():
                outside = machine.diagrams.negate(is_held(machine, leaf, entry, index))
                stay.append(Entry(entry.key, machine.diagrams.both(entry.present, outside), entry.value))
        taken = {entry.key for entry in stay}
        come = [
            Entry(f"#{number}" if entry.key in taken else entry.key, entry.present, entry.value)
            for number, entry in enumerate(found)
        ]
        in_front, held = is_beginning(machine, index.lower), machine.heap.settle(machine.diagrams.leaf(leaf))
        machine.heap.replace_entries(where, leaf, [*come, *stay] if in_front else [*stay, *come])
        if found and not in_front and not is_end(machine, leaf, index.upper):
            entered, machine.guard = machine.guard, where
            ordering.mark_order(machine, leaf, machine.diagrams.leaf(Computed("in between", (held, value))))
            machine.guard = entered
        machine.heap.note_store(where, leaf, None, value, index.location)


def _put_into_unseen(machine: Machine, leaf: Any, found: list[Entry], location: Location) -> None:
    """Put elements into something of which nobody knows which it has."""
    given = [entry.value for entry in found]
    for value in given:
        storing.written_to(machine, leaf, value, location)
    library_state.note_store(machine, leaf, given)
    machine.lose([machine.diagrams.leaf(leaf)], "some elements of it are replaced", location, given)


def _spliced(machine: Machine, holder: Reference, index: syntax.Slice, found: list[Entry]) -> list[Entry] | None:
    """The elements of a list that is written out, with others in the place of some; ``None`` where it can't be told
    which."""
    bounds, before = written_bounds(machine, index), machine.heap.entries(holder)
    if bounds is None or bounds.step not in (None, 1) or not before or not ordering.is_written(machine, holder):
        return None
    if not ordering.told_apart(found) or any(entry.present is not machine.diagrams.true for entry in before):
        return None
    entries = list(ordering.as_they_come(machine, holder, before, index.location))
    entries[bounds] = found
    return ordering.placed(entries)


def _assign_parts(machine: Machine, target: syntax.Sequence, value: Diagram) -> None:
    value = machine.each(value, lambda leaf: _keys_of(machine, leaf, target.location))
    found = known_elements(machine, value)
    starred = [number for number, item in enumerate(target.items) if isinstance(item, syntax.Starred)]
    if found is not None and not starred and len(found) == len(target.items):
        for item, element in zip(target.items, found):
            assign(machine, item, element)
        return
    if found is not None and len(starred) == 1 and len(found) >= len(target.items) - 1:
        before, after = starred[0], len(target.items) - starred[0] - 1
        middle = found[before : len(found) - after]
        entries = [Entry(str(number), machine.diagrams.true, part) for number, part in enumerate(middle)]
        rest = machine.diagrams.leaf(machine.heap.container("list", entries))
        parts = [*found[:before], rest, *found[len(found) - after :]]
        for item, element in zip(target.items, parts):
            assign(machine, item, element)
        return
    if machine.catchers:
        machine.for_each(value, lambda leaf: _ask_for_as_many(machine, leaf, target))
    for number, item in enumerate(target.items):
        if isinstance(item, syntax.Starred):
            assign(machine, item, sliced(machine, value, _rest(target, number)))
            continue
        place = number - len(target.items) if starred and number > starred[0] else number
        index = machine.diagrams.leaf(Constant.of(place))
        assign(machine, item, lookups.get_item(machine, value, index, target.location))


def _ask_for_as_many(machine: Machine, leaf: Any, target: syntax.Sequence) -> None:
    """Elements that are unpacked have to be as many as their targets."""
    held = machine.diagrams.leaf(leaf)
    is_held = isinstance(leaf, Reference) and machine.heap.entries(leaf) is not None
    fits = _fits(machine, held, target) if is_held else None
    if fits is not None:
        machine.fail(machine.diagrams.negate(fits), FailureKind.WRONG_VALUE)
    else:
        given = (machine.heap.settle(held),)
        machine.fail(may_raise(machine, target.location, given), FailureKind.WRONG_VALUE, given)


def _fits(machine: Machine, held: Diagram, target: syntax.Sequence) -> Diagram | None:
    """The guard under which a container has elements for all targets, and none besides; ``None`` where nobody knows."""
    wanted = len(target.items)
    if not any(isinstance(item, syntax.Starred) for item in target.items):
        there = counting.length(machine, Arguments((held,)), target.location)
        return comparing.same(machine, there, machine.diagrams.leaf(Constant.of(wanted)))
    if wanted == 1:
        return machine.diagrams.true
    return questions.truth(machine, held) if wanted == 2 else None  # what a starred one takes may be nothing


def _rest(target: syntax.Sequence, number: int) -> syntax.Slice:
    """The elements that a target takes which takes all that others do not."""
    behind = len(target.items) - number - 1
    upper = syntax.Literal(target.location, -behind) if behind else None
    return syntax.Slice(target.location, syntax.Literal(target.location, number), upper, None)


def _keys_of(machine: Machine, leaf: Any, location: Location) -> Diagram:
    """A list of the keys of a mapping, or of what an object says that its elements are; any other value as it is."""
    if isinstance(leaf, Reference) and (elements.is_mapping(machine, leaf) or own_method(machine, leaf, ITERATING)):
        return machine.diagrams.leaf(machine.heap.container(SEQUENCE, iteration.rounds(machine, leaf, location)))
    return machine.diagrams.leaf(leaf)
