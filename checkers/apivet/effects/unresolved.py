"""Calls that can't be followed, and what they may do."""

from __future__ import annotations

from apivet.effects.captured import captured, read_in_modules, rebind
from apivet.effects.diagrams import Diagram
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.streams import is_iterator, some_of
from apivet.program.failures import ANY
from apivet.verdicts import Location


def remembering(machine: Machine, holder: str, what: str, given: tuple[Diagram, ...], location: Location) -> Diagram:
    """A call that can't be followed of something that may give out what calls of the same holder were given before."""
    before = tuple(machine.told.get(holder, ()))
    machine.tell(holder, given)
    return unresolved(machine, what, given, location, before)


def unresolved(
    machine: Machine, what: str, given: tuple[Diagram, ...], location: Location, known: tuple[Diagram, ...] = ()
) -> Diagram:
    """A call that can't be followed: it may change what it is given, it may raise, and its result is unseen, made of
    that and of what is ``known`` already."""
    for value in given:
        if is_iterator(machine, value):
            given = (*given, *(entry.value for entry in some_of(machine, value, location)))
    machine.note_effect()
    read = [*known, *read_in_modules(machine, given)]
    given = (*given, *captured(machine, given))
    machine.fail(may_raise(machine, location, given), ANY, given)
    result = machine.lose(given, f"the call of {what} can't be seen through", location, read)
    rebind(machine, given, result)
    return result
