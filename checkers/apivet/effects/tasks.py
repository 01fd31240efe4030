"""Calls that are scheduled: they run while the hook waits for something, or after it; nobody can tell when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Pending
from apivet.verdicts import Location


def schedule(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``create_task(call)``: the call, which runs by itself, too."""
    machine.scheduled.append(arguments.positional[0])
    return arguments.positional[0]


def shield(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``shield(call)``: a scheduled call, which goes on where nobody waits for it any more."""
    machine.going_on += arguments.positional[:1]
    return schedule(machine, arguments, location)


def take_together(machine: Machine, values: Sequence[Diagram]) -> None:
    """Leave the calls to somebody who waits for all of them: where one fails, the others go on."""
    calls = [each for each in values if is_scheduled(machine, each) or _is_call(each)]
    machine.going_on += calls if len(calls) > 1 else ()
    take(machine, values)


def left_alone(machine: Machine, before: int) -> None:
    """An exception was caught: calls that go on then, but for so many from ``before``, may be left to themselves."""
    machine.scheduled += machine.going_on[before:]


def is_scheduled(machine: Machine, value: Diagram) -> bool:
    """Whether a value that is waited for is a scheduled call."""
    return any(value is each for each in machine.scheduled)


def take(machine: Machine, values: Iterable[Diagram]) -> None:
    """Leave the calls to those who wait for them."""
    waited = {id(value) for value in values}
    machine.scheduled = [each for each in machine.scheduled if id(each) not in waited]


def waited_at_once(machine: Machine, ask: Callable[[], Diagram]) -> Diagram:
    """The result of a call that is waited for at once: what can't be followed is then done with all that it was
    handed, and so is a thread."""
    before = len(machine.handed_over)
    result = ask()
    if not _is_call(result):
        del machine.handed_over[before:]
    return result


def _is_call(value: Diagram) -> bool:
    """Whether a value is a call that did not run yet."""
    return isinstance(value, Leaf) and isinstance(value.value, Pending)


def suspend(machine: Machine, location: Location) -> None:
    """Something outside is waited for."""
    machine.suspensions += 1
    let_run(machine, location)


def let_run(machine: Machine, location: Location) -> None:
    """Scheduled calls may run now, or later."""
    held = tuple(each for value in (*machine.scheduled, *machine.handed_over) for each in held_by(machine, value))
    if held and machine.alive:
        unresolved(machine, "a task that runs by itself", held, location)


def held_by(machine: Machine, value: Diagram) -> Iterable[Diagram]:
    """The function of a call that did not run yet, and its arguments; anything else as it is."""
    for leaf in leaves(value):
        if isinstance(leaf.value, Pending):
            receiver = leaf.value.routine.receiver
            yield machine.diagrams.leaf(leaf.value.routine)
            yield from () if receiver is None else (receiver,)
            yield from (*leaf.value.positional, *(each for _, each in leaf.value.named))
        else:
            yield machine.diagrams.leaf(leaf.value)
