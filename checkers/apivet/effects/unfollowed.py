"""Code that runs and is not followed."""

from __future__ import annotations

from apivet.effects import gates
from apivet.effects.captured import CALLABLE, captured, lasting, reached, read_in_modules, rebind
from apivet.effects.diagrams import Diagram
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.values import Reference, TypeValue
from apivet.program.failures import ANY
from apivet.verdicts import Location


def run_unseen(
    machine: Machine,
    what: str,
    given: tuple[Diagram, ...],
    location: Location,
    known: tuple[Diagram, ...] = (),
    *,
    of_library: bool = False,
) -> Diagram:
    """The result of code that can't be followed: it may change what it is given, it may raise, and its result is
    unseen, made of that and of what is ``known`` already. It may ask for a gate, but for code ``of_library``
    that runs none of the tree."""
    machine.note_effect()
    read = [*known, *read_in_modules(machine, given)]
    values = [value for value, _ in reached(machine, given)]
    is_foreign = of_library and not any(isinstance(value, CALLABLE) for value in values)
    # Objects and classes have methods, too.
    runs_code = not is_foreign or any(isinstance(value, (Reference, TypeValue)) for value in values)
    given = (*given, *captured(machine, given), *(lasting(machine) if runs_code else ()))
    machine.fail(may_raise(machine, location, given), ANY, given)
    asked = [] if is_foreign else gates.asked_unseen(machine, what, location)
    result = machine.lose(given, f"the call of {what} can't be seen through", location, (*read, *asked))
    rebind(machine, given, result)
    if machine.catchers and not is_foreign:
        machine.fail(may_raise(machine, location, given), ANY, given)
    return result
