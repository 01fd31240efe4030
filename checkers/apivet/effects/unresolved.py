"""Calls that can't be followed, and what they may do."""

from __future__ import annotations

from collections.abc import Sequence

from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.streams import is_iterator, some_of
from apivet.effects.values import Partial, Pending, Raises, Routine
from apivet.verdicts import Location


def may_raise(machine: Machine, location: Location, given: Sequence[Diagram] = ()) -> Diagram:
    """The decision that something at that place raises, which is given these values. It matters only where a handler
    is waiting; elsewhere the path would end without storing anything."""
    if not machine.catchers:
        return machine.diagrams.false
    settled = tuple(machine.heap.settle(value) for value in given)
    return machine.diagrams.decide(Raises(location, machine.serial(), settled))


def unresolved(machine: Machine, what: str, given: tuple[Diagram, ...], location: Location) -> Diagram:
    """A call that can't be followed: it may change what it is given, it may raise, and its result is unseen."""
    for value in given:
        if is_iterator(machine, value):
            given = (*given, *(entry.value for entry in some_of(machine, value, location)))
    machine.note_effect()
    given = (*given, *_captured(machine, given))
    machine.fail(may_raise(machine, location, given), None, given)
    return machine.lose(given, f"the call of {what} can't be seen through", location)


def holds_pending(machine: Machine, given: tuple[Diagram, ...]) -> bool:
    """Whether an async call is handed over that nobody has awaited yet: whoever gets it may run it."""
    return any(isinstance(leaf, Pending) for value in given for _, leaf in machine.diagrams.cases(value, machine.guard))


def _captured(machine: Machine, given: tuple[Diagram, ...]) -> list[Diagram]:
    """Objects that callbacks among the arguments hold, and could change when called."""
    found: list[Diagram] = []
    for value in given:
        for _, leaf in machine.diagrams.cases(value, machine.guard):
            if isinstance(leaf, Routine) and leaf.closure is not None:
                found += machine.frames[leaf.closure].variables.values()
            elif isinstance(leaf, (Partial, Pending)):
                found += [*leaf.positional, *(part for _, part in leaf.named)]
            elif isinstance(leaf, Routine) and leaf.receiver is not None:
                found.append(leaf.receiver)
    return found
