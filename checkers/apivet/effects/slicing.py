"""Slices of sequences: exact where the elements and the bounds are written out."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

from apivet.effects import counting, elements, iteration, ordering, plain, questions, value_kinds
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.streams import gathered
from apivet.effects.values import (
    BEFORE,
    EARLIER,
    LAST,
    MAY_BE_ANOTHER,
    ORDER,
    SEQUENCE,
    SLICE,
    TURNED,
    Computed,
    Constant,
    Input,
    Reference,
    Unseen,
    stands_for_others,
)
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: The bound of a slice that is no number in the source.
_UNWRITTEN = float("inf")
_BYTES = ("bytes",)


def sliced(machine: Machine, value: Diagram, index: syntax.Slice) -> Diagram:
    """``value[lower:upper:step]``."""
    if _written_bound(machine, index.step) == 0:
        machine.fail(machine.diagrams.true, FailureKind.WRONG_VALUE)
    turned = _written_bound(machine, index.step) == -1
    once = index.step is None or _written_bound(machine, index.step) == 1
    whole = index.lower is None and index.upper is None and (once or turned)
    bounds, limits = written_bounds(machine, index), (index.lower, index.upper, index.step)

    def one(leaf: Any) -> Diagram:
        is_text = plain.is_of(machine, leaf, plain.TEXTS) or plain.is_of(machine, leaf, _BYTES)
        if is_text and once and is_beginning(machine, index.lower) and index.upper is None:
            return machine.diagrams.leaf(leaf)
        if once and _written_bound(machine, index.upper) == 0 and plain.is_of(machine, leaf, plain.TEXTS):
            return machine.diagrams.leaf(Constant.of(""))
        if is_text or isinstance(leaf, (Computed, Unseen)):  # a text as well as a list, for all that is known
            cut = [machine.none if node is None else machine.evaluate(node) for node in limits]
            read = (machine.heap.settle(part) for part in (machine.diagrams.leaf(leaf), *cut))
            return machine.diagrams.leaf(Computed(SLICE, tuple(read)))
        found = known_elements(machine, machine.diagrams.leaf(leaf))
        if bounds is not None and found is not None:
            kept = enumerate(found[bounds])
            written = [Entry(str(number), machine.diagrams.true, element) for number, element in kept]
            return machine.diagrams.leaf(machine.heap.container(_kind(machine, leaf), written))
        entries = []
        for entry in iteration.rounds(machine, leaf, index.location):
            present = entry.present
            if not whole:
                present = machine.diagrams.both(present, is_held(machine, leaf, entry, index))
            entries.append(Entry(entry.key, present, entry.value))
        made = machine.heap.container(_kind(machine, leaf), entries)
        source = machine.diagrams.leaf(leaf)
        ordering.mark_order(machine, made, ordering.order_of(machine, source))
        again = ordering.before_it_was_turned(machine, machine.heap.settle(source)) if turned and whole else None
        if again is not None:
            machine.heap.cells[made.cell].fields.pop(ORDER, None)
            ordering.mark_order(machine, made, ordering.order_settled(again))
        elif index.step is not None and not once:
            step = () if turned else (machine.heap.settle(machine.evaluate(index.step)),)
            how = Computed(TURNED if turned else "step", (machine.heap.settle(source), *step))
            ordering.mark_order(machine, made, machine.diagrams.leaf(how))
        return machine.diagrams.leaf(made)

    return machine.each(value, one)


def _kind(machine: Machine, leaf: Any) -> str:
    return value_kinds.sequence_like(machine, leaf) if isinstance(leaf, Reference) else SEQUENCE


def part_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A part of a slice, which lies in its array."""
    part, whole = arguments.positional
    for where, short, long in _two(machine, part, whole):
        machine.heap.arrays.join(where, short, long)
    return part


def grown(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A slice and more behind it: where there is room, in its array, over what another slice has there."""
    more, first = arguments.positional
    for where, long, short in _two(machine, more, first):
        _put_behind(machine, where, short, long, location)
        machine.heap.arrays.join(where, short, long)
    _put_over_company(machine, more, first, location)
    return more


def _put_over_company(machine: Machine, more: Diagram, first: Diagram, location: Location) -> None:
    """Put what can't be looked into over what the slice that it was made of may be."""
    heap, diagrams = machine.heap, machine.diagrams
    begun: dict[Unseen, Diagram] = {}
    for where, leaf in diagrams.cases(more, machine.guard):
        if heap.object_behind(leaf) is None:
            for both, second in diagrams.cases(first, where):
                for each in _begun_with(second):
                    begun[each] = diagrams.either(begun.get(each, diagrams.false), both)
    lost: dict[Reference, Diagram] = {}
    for each, where in begun.items():
        held = heap.object_behind(each)
        for there, other in () if held is None else heap.company(where, held):
            lost[other] = diagrams.either(lost.get(other, diagrams.false), there)
    if lost:
        changed = Unseen(MAY_BE_ANOTHER, location, heap.serial(), (heap.settle(more),))
        heap.lose([(where, other) for other, where in lost.items()], changed)


def _begun_with(value: object) -> Iterator[Unseen]:
    """The slices that can't be looked into with which one begins that has grown."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, Unseen):
            yield each
        elif isinstance(each, Computed) and each.operator == "+":
            pending += [leaf.value for leaf in leaves(each.operands[0])]


def _put_behind(machine: Machine, guard: Diagram, short: Reference, long: Reference, location: Location) -> None:
    """Put what a slice has more than another one into the array of that, behind its end: over what other slices have
    there, or what may be one of these."""
    heap = machine.heap
    value = heap.settle(machine.diagrams.leaf(long))
    heap.spoil(heap.arrays.behind(guard, short), long, value, location)
    for where, other in heap.company(guard, short):
        heap.lose([(where, other)], Unseen(MAY_BE_ANOTHER, location, heap.serial(), (value,)))
    heap.show(guard, short, value, location)


def _two(machine: Machine, one: Diagram, other: Diagram) -> Iterator[tuple[Diagram, Reference, Reference]]:
    """The objects that two values are, and where they are these."""
    for where, leaf in machine.diagrams.cases(one, machine.guard):
        for both, second in machine.diagrams.cases(other, where):
            first, held = machine.heap.object_behind(leaf), machine.heap.object_behind(second)
            if first is not None and held is not None:
                yield both, first, held


def is_held(machine: Machine, leaf: Any, entry: Entry, index: syntax.Slice) -> Diagram:
    """Whether a slice holds an element: what is not before a bound is behind it, nobody knows more."""
    diagrams = machine.diagrams
    once = index.step is None or _written_bound(machine, index.step) == 1
    from_beginning, to_end = is_beginning(machine, index.lower), is_end(machine, leaf, index.upper)
    if once and from_beginning and to_end:
        return diagrams.true
    if once and to_end and not from_beginning and is_end(machine, leaf, index.lower):
        return diagrams.false
    bound = index.lower if to_end else index.upper
    if not once or bound is None or not (from_beginning or to_end):
        reason = machine.unseen("whether the slice holds the element", index.location, (entry.value,))
        return questions.truth(machine, reason)
    before = _is_before(machine, leaf, entry, machine.evaluate(bound))
    return diagrams.negate(before) if to_end else before


def _is_before(machine: Machine, leaf: Any, entry: Entry, bound: Diagram) -> Diagram:
    """Whether an element stands before a bound. Before the second place there is the first one alone, before the last
    place all but the last one."""
    number = bound.value.value if isinstance(bound, Leaf) and isinstance(bound.value, Constant) else None
    if number == 0:
        return machine.diagrams.false
    # The list as it was given: what is done to elements between two slices moves none of them.
    origin = machine.heap.cells[leaf.cell].origin if isinstance(leaf, Reference) else None
    given = origin.value if isinstance(origin, Leaf) else None
    of = origin if origin is not None and isinstance(given, Input) else machine.heap.settle(machine.diagrams.leaf(leaf))
    key = machine.diagrams.leaf(Constant.of(entry.key))
    before = machine.diagrams.leaf(Computed(BEFORE, (of, machine.heap.settle(bound), key)))
    if number == 1 and entry.key == LAST and (earlier := _before_the_last(machine, leaf, before)) is not None:
        return machine.diagrams.negate(earlier)
    behind = _some_behind(machine, leaf, entry) if number == -1 else None
    if behind is None:
        return questions.truth(machine, before)
    others = questions.truth(machine, before) if stands_for_others(entry.key) else machine.diagrams.false
    return machine.diagrams.choose(behind, machine.diagrams.true, others)


def _before_the_last(machine: Machine, leaf: Any, before: Diagram) -> Diagram | None:
    """The guard under which a list has an element before its last one; ``None`` where others are put between them. Of
    elements that were chosen, one that stands for others may be left out, and others not."""
    entries = machine.heap.entries(leaf) if isinstance(leaf, Reference) else None
    if entries is None or ordering.order_of(machine, machine.diagrams.leaf(leaf)) is not None:
        return None
    there = [entry.present for entry in entries if entry.key == EARLIER]
    if not all(entry.key in (EARLIER, LAST) for entry in entries):
        return None
    earlier = functools.reduce(machine.diagrams.either, there, machine.diagrams.false)
    others = ordering.left_out(machine, ((entry.key, entry.present) for entry in entries))
    return machine.diagrams.choose(others, machine.diagrams.negate(questions.truth(machine, before)), earlier)


def _some_behind(machine: Machine, leaf: Any, entry: Entry) -> Diagram | None:
    """The guard under which a list has an element behind another one; ``None`` where nobody knows its order."""
    entries = machine.heap.entries(leaf) if isinstance(leaf, Reference) else None
    if entries is None or ordering.order_of(machine, machine.diagrams.leaf(leaf)) is not None:
        return None
    keys = [each.key for each in entries]
    if keys.count(entry.key) != 1:
        return None
    later = (each.present for each in entries[keys.index(entry.key) + 1 :])
    return functools.reduce(machine.diagrams.either, later, machine.diagrams.false)


def is_beginning(machine: Machine, bound: syntax.Expression | None) -> bool:
    """Whether a slice begins with the first element."""
    if bound is None:
        return True
    value = machine.evaluate(bound)
    return isinstance(value, Leaf) and isinstance(value.value, Constant) and value.value.value in (0, None)


def is_end(machine: Machine, leaf: Any, bound: syntax.Expression | None) -> bool:
    """Whether a slice goes up to the last element: it has no bound, or the length of the list."""
    if bound is None:
        return True
    value = machine.evaluate(bound)
    if value is machine.none or isinstance(value, Leaf) or not isinstance(leaf, Reference):
        return value is machine.none
    return value is counting.length(machine, Arguments((machine.diagrams.leaf(leaf),)), bound.location)


def written_bounds(machine: Machine, index: syntax.Slice) -> slice | None:
    """The bounds of a slice, where they are numbers that are written out."""
    bounds = [_written_bound(machine, node) for node in (index.lower, index.upper, index.step)]
    if _UNWRITTEN in bounds or bounds[2] == 0:
        return None
    return slice(*(None if bound is None else int(bound) for bound in bounds))


def _written_bound(machine: Machine, node: syntax.Expression | None) -> int | float | None:
    value = machine.evaluate(node) if node is not None else machine.none
    constant = value.value.value if isinstance(value, Leaf) and isinstance(value.value, Constant) else _UNWRITTEN
    return constant if constant is None or isinstance(constant, int) else _UNWRITTEN


def known_elements(machine: Machine, value: Diagram) -> list[Diagram] | None:
    """The elements of a sequence that certainly has them all. An iterator has none after that."""
    value = gathered(machine, value, machine.nowhere)
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        if ordering.order_of(machine, value) is not None:
            return None
        entries = elements.entries_of(machine, value.value)
        if entries is not None and all(entry.present is machine.diagrams.true for entry in entries):
            entries = ordering.as_they_come(machine, value.value, entries, machine.nowhere)
            return [entry.value for entry in entries]
    return None


#: The operations that let slices lie in one array.
ARRAYS: Final = {Operation.PART: part_of, Operation.GROWN: grown}
