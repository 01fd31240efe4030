"""Calls of functions that are running already: of one that only reads, the result is unseen; others are followed a few
times. Where following these, or any others, was too much, the first call of one that only reads is unseen, too, and so
is that of one that is given nothing but plain values; of the others no more than the first is followed.

``func uses(s *Schema) bool { return s.Deep != nil || uses(s.Items) }`` is not followed into the items: what is below
may be anything, but nothing has changed there, as the code of ``uses`` leaves no footprint.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from apivet.effects.captured import captured
from apivet.effects.code_places import PUT_AWAY, Footprint
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.footprints import Footprints
from apivet.effects.frames import Arguments
from apivet.effects.limits import CALLS_OF_ITSELF
from apivet.effects.opaque import holds_objects
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Constant, Partial, Routine
from apivet.program.failures import ANY
from apivet.verdicts import Location


def unfollowed(machine: Machine, routine: Routine, arguments: Arguments, location: Location) -> Diagram | None:
    """The result of a call of a function that is running, where it is not followed; else nothing."""
    calls = (frame for frame in machine.stack if not frame.is_comprehension(machine.frames))
    count = sum(frame.function is routine.function for frame in calls)
    is_costly = routine.function in machine.recursion.costly
    if not count and not is_costly:
        return None
    machine.recursion.met.add(routine.function)
    name, given = routine.function.name, arguments.values
    what = f"{name}, which calls itself," if count else f"{name}()"
    is_computed = all(isinstance(leaf.value, Constant) for value in given for leaf in leaves(value))
    found = None if is_computed else _footprints(machine, routine, given)
    if found is not None:
        if any(each.may_refuse for each in found):
            machine.fail(may_raise(machine, location, given), ANY, given)
        if any(each.puts_away for each in found):
            machine.tell(PUT_AWAY, given)
        return machine.unseen(f"the call of {what} can't be seen through", location, given)
    receiver = () if routine.receiver is None else (routine.receiver,)
    held = (machine.diagrams.leaf(replace(routine, receiver=None)), *receiver, *given)
    is_apart = is_costly and not any(holds_objects(machine, each) for each in (*held, *captured(machine, held)))
    is_too_much = is_apart or count >= (1 if is_costly else CALLS_OF_ITSELF)
    return unresolved(machine, what, held, location) if is_too_much else None


def _footprints(machine: Machine, routine: Routine, given: Iterable[Diagram]) -> list[Footprint] | None:
    """The footprints of a function, and of those that it is given; ``None`` where one leaves anything changed, lets
    others have what it is given, or asks somebody else."""
    words = machine.vocabulary
    footprints = Footprints(machine.program, words.gate_functions, words.reset_metadata)
    values = [leaf.value for each in given for leaf in leaves(each)]
    handed = [each for each in values if isinstance(each, Routine)]
    if machine.module_variables or machine.shared:
        return None  # what it reads there was given by somebody else
    if routine.closure is not None or captured(machine, [machine.diagrams.leaf(each) for each in handed]):
        return None
    if any(isinstance(each, Partial) or getattr(each, "receiver", None) is not None for each in (routine, *values)):
        return None
    found = [footprints.of_function(each.function) for each in (routine, *handed) if each.function.is_static]
    reading = [each for each in found if each is not None and each.only_reads]
    return reading if len(reading) == 1 + len(handed) else None
