"""Elements of several sequences that stand at one position, and their numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from apivet.effects import elements, iteration, opaque, operators, ordering, questions, slicing
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Act, Arguments
from apivet.effects.library.sequences import call_for, in_order_of, mapped, pair
from apivet.effects.limits import PLACES
from apivet.effects.refusing import may_raise, refuse_some
from apivet.effects.state import Machine
from apivet.effects.streams import end_badly, go_through, some_of
from apivet.effects.values import EARLIER, FALSE, LAST, SEQUENCE, TRUE, UNBOUND, Constant, Position, Reference
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def enumerated(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Pairs of position and element."""

    def one(leaf: Any) -> Diagram:
        found = by_position(machine, iteration.rounds(machine, leaf, location))
        placed = ordering.placement(machine, found, ordering.order_of(machine, machine.diagrams.leaf(leaf)))
        entries = [
            Entry(entry.key, entry.present, pair(machine, _number(machine, arguments, entry.key, placed), entry.value))
            for entry in found
        ]
        return in_order_of(machine, SEQUENCE, entries, machine.diagrams.leaf(leaf))

    return machine.each(arguments.positional[0], one)


def _number(machine: Machine, arguments: Arguments, key: str, placed: tuple[Diagram, ...]) -> Diagram:
    """The number that ``enumerate`` gives to an element of a sequence of that placement."""
    start = arguments.at(1) or arguments.named_value("start") or machine.diagrams.leaf(Constant.of(0))
    index = Constant.of(int(key)) if key.isdecimal() else Position(key, None, placed)
    place = machine.diagrams.leaf(index)
    return place if start is machine.diagrams.leaf(Constant.of(0)) else operators.binary(machine, "+", place, start)


def by_position(machine: Machine, entries: list[Entry]) -> list[Entry]:
    """Elements that are told apart, each at its place: where one is not there, those behind it move up."""
    certain = all(entry.present is machine.diagrams.true for entry in entries)
    if not ordering.told_apart(entries) or (not certain and len(entries) > PLACES):
        return entries
    if certain:
        return ordering.placed(entries)
    found = []
    for place in range(len(entries)):
        chosen = elements.choose_entries(machine, entries, Constant.of(place)) or []
        present: Diagram = machine.diagrams.false
        value: Diagram = machine.diagrams.leaf(UNBOUND)
        for where, entry in chosen:
            present = machine.diagrams.either(present, where)
            value = machine.diagrams.choose(where, entry.value, value)
        found.append(Entry(str(place), present, value))
    return [entry for entry in found if entry.present is not machine.diagrams.false]


def zipped(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Tuples of the elements at the same position."""
    columns = [by_position(machine, some_of(machine, value, location)) for value in arguments.positional]
    strict = arguments.named_value("strict")
    if strict is not None and strict is not machine.diagrams.leaf(FALSE):
        lengths = tuple(machine.heap.settle(value) for value in arguments.positional)
        refuse_some(machine, lengths, location, (FailureKind.WRONG_VALUE,))
        machine.fail(may_raise(machine, location, lengths), FailureKind.WRONG_VALUE, lengths)
    is_aligned = _are_aligned(machine, columns, arguments.positional)
    if strict is machine.diagrams.leaf(TRUE) and is_aligned:
        end_badly(machine, _is_one_longer(machine, columns), FailureKind.WRONG_VALUE)
    columns = [_numbered(machine, column, value) for column, value in zip(columns, arguments.positional)]
    rows = _rows(columns) if is_aligned else list(itertools.product(*columns))
    entries = [
        Entry(
            row[0].key, _are_there(machine, row, location, is_aligned), pair(machine, *(entry.value for entry in row))
        )
        for row in rows
    ]
    return in_order_of(machine, SEQUENCE, entries, *arguments.positional)


def _numbered(machine: Machine, column: list[Entry], value: Diagram) -> list[Entry]:
    """The positions of all elements of a container, where a range of numbers is those: two stand for any number."""
    numbers = {leaf.value for entry in column for leaf in leaves(entry.value)}
    if [entry.key for entry in column] != [EARLIER, LAST] or not numbers <= {Constant.of(0), Constant.of(1)}:
        return column
    placed = ordering.placement(machine, column, ordering.order_of(machine, value))
    return [
        Entry(entry.key, entry.present, machine.diagrams.leaf(Position(entry.key, None, placed))) for entry in column
    ]


def _are_aligned(machine: Machine, columns: list[list[Entry]], values: Sequence[Diagram]) -> bool:
    """Whether it is known which elements of several containers stand at one position. Two that are all there are do not
    stand beside the two that stand for any number."""
    apart = [ordering.told_apart(column) for column in columns]
    if any(apart):
        return all(apart)
    orders = [ordering.order_of(machine, value) for value in values]
    placements = {ordering.placement(machine, column, order) for column, order in zip(columns, orders)}
    return len(placements) <= 1 and len({len(column) for column in columns}) <= 1


def _are_there(machine: Machine, row: Sequence[Entry], location: Location, is_aligned: bool) -> Diagram:
    """The guard under which elements are there and stand at one position; where they are not aligned, nobody knows."""
    held = tuple(entry.value for entry in row)
    present = machine.diagrams.true
    if not is_aligned:
        present = questions.truth(machine, machine.unseen("which elements stand at one position", location, held))
    for entry in row:
        present = machine.diagrams.both(present, entry.present)
    return present


def _is_one_longer(machine: Machine, columns: list[list[Entry]]) -> Diagram:
    """The guard under which one of several containers has an element more than another, as far as that can be told."""
    longer = machine.diagrams.false
    if _are_keyed_alike(columns):
        for row in _rows(columns):
            for other in row[1:]:
                alone = machine.diagrams.choose(other.present, machine.diagrams.negate(row[0].present), row[0].present)
                longer = machine.diagrams.either(longer, alone)
    return longer


def _are_keyed_alike(columns: list[list[Entry]]) -> bool:
    """Whether columns have elements of the same keys, each once."""
    keys = [[entry.key for entry in column] for column in columns]
    return all(set(each) == set(keys[0]) and len(each) == len(set(each)) for each in keys)


def _rows(columns: list[list[Entry]]) -> list[tuple[Entry, ...]]:
    """The elements that stand beside each other in columns that are aligned."""
    if not _are_keyed_alike(columns):
        return list(zip(*columns))
    by_key = [{entry.key: entry for entry in column} for column in columns]
    return [tuple(keyed[entry.key] for keyed in by_key) for entry in columns[0]] if columns else []


def zipped_to_the_end(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The same, until the longest has no more; what the others then have is a value of its own."""
    columns = [by_position(machine, iteration.all_rounds(machine, each, location)) for each in arguments.positional]
    filling = arguments.named_value("fillvalue") or machine.none
    if _are_aligned(machine, columns, arguments.positional):
        entries = _filled_rows(machine, [_told_apart(column) for column in columns], filling)
    else:
        entries = _possible_rows(machine, columns, filling, location)
    return in_order_of(machine, SEQUENCE, entries, *arguments.positional)


def _filled_rows(machine: Machine, columns: list[list[Entry]], filling: Diagram) -> list[Entry]:
    """Tuples of the elements of one key, or of what is there instead."""
    entries = []
    for key in dict.fromkeys(entry.key for column in columns for entry in column):
        present: Diagram = machine.diagrams.false
        values = []
        for column in columns:
            found = next((entry for entry in column if entry.key == key), None)
            values.append(filling if found is None else machine.diagrams.choose(found.present, found.value, filling))
            present = present if found is None else machine.diagrams.either(present, found.present)
        entries.append(Entry(key, present, pair(machine, *values)))
    return entries


def _possible_rows(machine: Machine, columns: list[list[Entry]], filling: Diagram, location: Location) -> list[Entry]:
    """Tuples of each element and of something beside it, nobody knows which of the others or what is there instead."""
    entries = []
    for column in columns:
        for entry in column:
            row = [
                entry.value
                if other is column
                else opaque.holding(
                    machine, "the element at one position", location, (*(each.value for each in other), filling)
                )
                for other in columns
            ]
            entries.append(Entry(entry.key, entry.present, pair(machine, *row)))
    return entries


def _told_apart(column: list[Entry]) -> list[Entry]:
    """Elements of which no two have one key."""
    if len({entry.key for entry in column}) == len(column):
        return column
    return [Entry(f"{number}{entry.key}", entry.present, entry.value) for number, entry in enumerate(column)]


def apply_to_each(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The results of a callable for each element, or for the elements of several containers at one position."""
    callee, *values = arguments.positional
    if len(values) == 1:
        return mapped(machine, values[0], location, lambda entry: call_for(machine, callee, entry, location))
    rows = zipped(machine, Arguments(tuple(values), arguments.named, arguments.unknown), location)
    return apply_to_rows(machine, Arguments((callee, rows)), location)


def apply_to_rows(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The results of a callable for the elements of each element."""
    callee, rows = arguments.positional

    def called(row: Entry) -> Diagram:
        held = slicing.known_elements(machine, row.value)
        given = Arguments((), (), (row.value,)) if held is None else Arguments(tuple(held))
        return call_for(machine, callee, row, location, given)

    return mapped(machine, rows, location, called)


def enumerate_one_by_one(machine: Machine, arguments: Arguments, location: Location, act: Act) -> None:
    """``enumerate(values)`` in the same way, for each of the containers that the values can be."""
    left = machine.diagrams.false
    for where, leaf in machine.diagrams.cases(arguments.positional[0], machine.guard):
        machine.guard = where
        _enumerate_container(machine, arguments, leaf, location, act)
        left = machine.diagrams.either(left, machine.guard)
    machine.guard = left


def _enumerate_container(machine: Machine, arguments: Arguments, leaf: Any, location: Location, act: Act) -> None:
    value, certain = machine.diagrams.leaf(leaf), machine.diagrams.true
    placed: tuple[Diagram, ...] = (value,)  # nobody knows what an iterator leaves out

    def one(value: Diagram, key: str) -> None:
        act(pair(machine, _number(machine, arguments, key, placed), value), key)

    if isinstance(leaf, Reference):
        found = iteration.rounds(machine, leaf, location)
        placed = ordering.placement(machine, found, ordering.order_of(machine, value))
        if any(entry.present is not certain for entry in found) and ordering.told_apart(found):
            value = machine.diagrams.leaf(machine.heap.container(SEQUENCE, by_position(machine, found)))
    go_through(machine, value, location, one)
