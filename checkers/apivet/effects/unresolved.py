"""Calls that can't be followed, and what they may do."""

from __future__ import annotations

from apivet.effects.captured import captured, read_in_modules, rebind
from apivet.effects.diagrams import Diagram
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.streams import is_iterator, some_of
from apivet.verdicts import Location


def unresolved(machine: Machine, what: str, given: tuple[Diagram, ...], location: Location) -> Diagram:
    """A call that can't be followed: it may change what it is given, it may raise, and its result is unseen."""
    for value in given:
        if is_iterator(machine, value):
            given = (*given, *(entry.value for entry in some_of(machine, value, location)))
    machine.note_effect()
    read = read_in_modules(machine, given)
    given = (*given, *captured(machine, given))
    machine.fail(may_raise(machine, location, given), None, given)
    result = machine.lose(given, f"the call of {what} can't be seen through", location, read)
    rebind(machine, given, result)
    return result
