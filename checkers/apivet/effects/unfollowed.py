"""Code that runs and is not followed."""

from __future__ import annotations

from apivet.effects.captured import captured, read_in_modules, rebind
from apivet.effects.diagrams import Diagram
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.program.failures import ANY
from apivet.verdicts import Location


def run_unseen(
    machine: Machine, what: str, given: tuple[Diagram, ...], location: Location, known: tuple[Diagram, ...] = ()
) -> Diagram:
    """The result of code that can't be followed: it may change what it is given, it may raise, and its result is
    unseen, made of that and of what is ``known`` already."""
    machine.note_effect()
    read = [*known, *read_in_modules(machine, given)]
    given = (*given, *captured(machine, given))
    machine.fail(may_raise(machine, location, given), ANY, given)
    result = machine.lose(given, f"the call of {what} can't be seen through", location, read)
    rebind(machine, given, result)
    return result
