"""Calls that can't be followed, and what they may do."""

from __future__ import annotations

from apivet.effects import library_state
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.questions import is_iterator
from apivet.effects.state import Machine
from apivet.effects.streams import some_of
from apivet.effects.unfollowed import run_unseen
from apivet.effects.values import Pending
from apivet.verdicts import Location

#: The libraries whose callbacks run by themselves: once an object is gone, or at any time.
_RUNNING_LATER = frozenset(("weakref", "threading", "concurrent", "_thread"))


def remembering(machine: Machine, holder: str, what: str, given: tuple[Diagram, ...], location: Location) -> Diagram:
    """A call that can't be followed of something that may give out what calls of the same holder were given before: of
    a library by its name, else of a variable of the tree."""
    before = (*machine.told.get(holder, ()), *library_state.held_by(machine, holder))
    machine.tell(holder, given)
    run_later(machine, holder, given)
    result = unresolved(machine, what, given, location, before, of_library=holder != "")
    library_state.keep(machine, result, holder)
    return result


def run_later(machine: Machine, holder: str | None, given: tuple[Diagram, ...]) -> None:
    """Something was given to a library that may call it by itself."""
    if holder in _RUNNING_LATER:
        machine.awaiting_the_end += given


def unresolved(
    machine: Machine,
    what: str,
    given: tuple[Diagram, ...],
    location: Location,
    known: tuple[Diagram, ...] = (),
    *,
    of_library: bool = False,
) -> Diagram:
    """A call that can't be followed, which may ask the iterators that it is given, and have coroutines run later."""
    machine.handed_over += [value for value in given if _is_coroutine(value)]
    for value in given:
        if is_iterator(machine, value):
            given = (*given, *(entry.value for entry in some_of(machine, value, location)))
    return run_unseen(machine, what, given, location, known, of_library=of_library)


def _is_coroutine(value: Diagram) -> bool:
    return any(isinstance(leaf.value, Pending) and leaf.value.routine.function.is_async for leaf in leaves(value))
