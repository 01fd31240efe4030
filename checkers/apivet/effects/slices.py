"""Slices of sequences: exact where the elements and the bounds are written out."""

from __future__ import annotations

from typing import Any

from apivet.effects import elements, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Entry
from apivet.effects.state import Machine
from apivet.effects.streams import gathered
from apivet.effects.values import Computed, Constant, Input, Reference, Truthy
from apivet.program import syntax

#: The bound of a slice that is no number in the source.
_UNWRITTEN = float("inf")


def sliced(machine: Machine, value: Diagram, index: syntax.Slice) -> Diagram:
    """``value[lower:upper:step]``."""
    turned = isinstance(index.step, syntax.Unary) and isinstance(index.step.operand, syntax.Literal)
    every = index.step is None or (turned and _written_bound(machine, index.step) == -1)
    whole = index.lower is None and index.upper is None and every
    bounds = _written_bounds(machine, index)

    def one(leaf: Any) -> Diagram:
        found = known_elements(machine, machine.diagrams.leaf(leaf))
        if bounds is not None and found is not None:
            kept = enumerate(found[bounds])
            written = [Entry(str(number), machine.diagrams.true, element) for number, element in kept]
            return machine.diagrams.leaf(machine.heap.container("list", written))
        entries = []
        for entry in elements.rounds(machine, leaf, index.location):
            present = entry.present
            if not whole:
                present = machine.diagrams.both(present, _is_held(machine, leaf, entry, index))
            entries.append(Entry(entry.key, present, entry.value))
        return machine.diagrams.leaf(machine.heap.container("list", entries))

    return machine.each(value, one)


def _is_held(machine: Machine, leaf: Any, entry: Entry, index: syntax.Slice) -> Diagram:
    """Whether a slice holds an element: what is not before a bound is behind it, nobody knows more."""
    bound = index.upper if index.lower is None else index.lower
    if bound is None or index.step is not None or not (index.lower is None or index.upper is None):
        reason = machine.unseen("whether the slice holds the element", index.location, (entry.value,))
        return questions.truth(machine, reason)
    # The list as it was given: what is done to elements between two slices moves none of them.
    origin = machine.heap.cells[leaf.cell].origin if isinstance(leaf, Reference) else None
    is_given = isinstance(origin, Leaf) and isinstance(origin.value, Input)
    of = origin if origin is not None and is_given else machine.heap.settle(machine.diagrams.leaf(leaf))
    sliced_at = (of, machine.heap.settle(machine.evaluate(bound)))
    key = machine.diagrams.leaf(Constant.of(entry.key))
    before = machine.diagrams.decide(Truthy(Computed("before", (*sliced_at, key))))
    return before if index.lower is None else machine.diagrams.negate(before)


def _written_bounds(machine: Machine, index: syntax.Slice) -> slice | None:
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
        entries = machine.heap.entries(value.value)
        if entries is not None and all(entry.present is machine.diagrams.true for entry in entries):
            return [entry.value for entry in entries]
    return None
