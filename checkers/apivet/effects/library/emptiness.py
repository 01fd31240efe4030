"""Containers that are empty, and such that were never made: to some languages one is not the other.

Of those that were given an empty one and none are taken for one. Those that are made here say which they are; of one
that was made in a way that can't be followed, and is empty, nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apivet.effects import questions
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.library.sequences import equal, unequal
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, NONE, TRUE, Input, Reference
from apivet.program.model import ListOf, MapOf, Shape
from apivet.program.operations import Operation
from apivet.verdicts import Location


def is_nothing(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether a container was never made."""

    def one(leaf: Leaf) -> Diagram:
        known = _is_nothing(machine, leaf.value)
        if known is False:
            return machine.diagrams.leaf(FALSE)
        empty: Diagram = machine.diagrams.leaf(TRUE)
        if known is None:
            empty = machine.unseen("whether an empty container was ever made", location, (leaf,))
        return machine.diagrams.choose(questions.truth(machine, leaf), machine.diagrams.leaf(FALSE), empty)

    return machine.diagrams.transform(arguments.positional[0], one)


def equal_to_the_letter(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether two values are equal, where an empty container that was made differs from one that was not."""
    same, doubt = equal(machine, arguments, location), _may_be_made_empty(machine, arguments.positional)
    if doubt is machine.diagrams.false:
        return same
    unsure = machine.unseen("whether two values are equal to the letter", location, arguments.positional)
    return machine.diagrams.choose(machine.diagrams.both(questions.truth(machine, same), doubt), unsure, same)


def _is_nothing(machine: Machine, value: object) -> bool | None:
    """Whether a container is one that was never made as long as it is empty; ``None`` where nobody knows."""
    if not isinstance(value, Reference):
        return True if value == NONE or isinstance(value, Input) else None
    cell = machine.heap.cells[value.cell]
    if cell.is_nothing is not None:
        return cell.is_nothing
    return True if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input) else None


def _may_be_unmade(shape: Shape) -> bool:
    """Whether there may be no container at all: one of which there are always so many elements is always there."""
    return isinstance(shape, MapOf) or (isinstance(shape, ListOf) and shape.length is None)


def _may_be_made_empty(machine: Machine, values: Sequence[Diagram]) -> Diagram:
    """The guard under which a container among what values hold was made, and is empty."""
    found: Diagram = machine.diagrams.false
    seen: set[object] = set()
    pending = [leaf for value in values for leaf in leaves(value)]
    while pending:
        leaf = pending.pop()
        if leaf.value in seen:
            continue
        seen.add(leaf.value)
        if isinstance(leaf.value, Reference):
            cell = machine.heap.cells[leaf.value.cell]
            if _may_be_unmade(cell.shape) and not _is_nothing(machine, leaf.value):
                found = machine.diagrams.either(found, machine.diagrams.negate(questions.truth(machine, leaf)))
            pending += [inner for each in cell.held for inner in leaves(each)]
    return found


EQUALITIES: Final = {
    Operation.EQUAL: equal,
    Operation.UNEQUAL: unequal,
    Operation.EQUAL_TO_THE_LETTER: equal_to_the_letter,
    Operation.IS_NOTHING: is_nothing,
}
