"""Containers that are empty, and such that were never made: to some languages one is not the other.

Of those that were given an empty one and none are taken for one. Those that are made here say which they are; of one
that was made in a way that can't be followed, and is empty, nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apivet.effects import questions
from apivet.effects.cells import Cell
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.library.sequences import equal, unequal
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, LAST, NONE, Input, Reference, kind_made
from apivet.program.model import ListOf, MapOf
from apivet.program.operations import Operation
from apivet.verdicts import Location


def is_nothing(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether a container was never made."""

    def one(leaf: Leaf) -> Diagram:
        nothing = _is_nothing(machine, leaf.value)
        if nothing is None:
            empty = machine.unseen("whether an empty container was ever made", location, (leaf,))
        else:
            empty = questions.boolean(machine, nothing)
        return machine.diagrams.choose(questions.truth(machine, leaf), machine.diagrams.leaf(FALSE), empty)

    return machine.diagrams.transform(arguments.positional[0], one)


def equal_to_the_letter(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether two values are equal, where an empty container that was made differs from one that was not."""
    same, doubt = equal(machine, arguments, location), _may_be_made_empty(machine, arguments.positional)
    if doubt is machine.diagrams.false:
        return same
    unsure = machine.unseen("whether two values are equal to the letter", location, arguments.positional)
    return machine.diagrams.choose(machine.diagrams.both(questions.truth(machine, same), doubt), unsure, same)


def _is_nothing(machine: Machine, value: object) -> Diagram | None:
    """The guard under which a container is one that was never made, as long as it is empty; ``None`` where nobody
    knows. One that was given and has lost what was in it was made."""
    if not isinstance(value, Reference):
        return machine.diagrams.true if value == NONE or isinstance(value, Input) else None
    cell = machine.heap.cells[value.cell]
    if cell.is_nothing is not None:
        return machine.diagrams.true if cell.is_nothing else machine.diagrams.false
    given = cell.base.value if isinstance(cell.base, Leaf) else None
    return machine.diagrams.negate(machine.heap.exists(given, LAST)) if isinstance(given, Input) else None


def _may_be_unmade(cell: Cell) -> bool:
    """Whether there may be no container at all: one of which there are always so many elements is always there."""
    if isinstance(cell.shape, ListOf):
        return cell.shape.length is None
    return isinstance(cell.shape, MapOf) or kind_made(cell.base) == "dict"


def _may_be_made_empty(machine: Machine, values: Sequence[Diagram]) -> Diagram:
    """The guard under which a container among what values hold was made, and is empty."""
    diagrams = machine.diagrams
    found: Diagram = diagrams.false
    seen: dict[object, Diagram] = {}
    pending = [case for value in values for case in diagrams.cases(value, machine.guard)]
    while pending:
        where, value = pending.pop()
        known = seen.get(value, diagrams.false)
        seen[value] = diagrams.either(known, where)
        if seen[value] is known or not isinstance(value, Reference):
            continue
        cell = machine.heap.cells[value.cell]
        if _may_be_unmade(cell):
            nothing = _is_nothing(machine, value) or diagrams.false
            is_known = diagrams.either(nothing, questions.truth(machine, diagrams.leaf(value)))
            found = diagrams.either(found, diagrams.both(where, diagrams.negate(is_known)))
        pending += [case for each in cell.held for case in diagrams.cases(each, where)]
    return found


EQUALITIES: Final = {
    Operation.EQUAL: equal,
    Operation.UNEQUAL: unequal,
    Operation.EQUAL_TO_THE_LETTER: equal_to_the_letter,
    Operation.IS_NOTHING: is_nothing,
}
