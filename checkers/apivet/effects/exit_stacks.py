"""Stacks of what runs where a block is left: ``contextlib.ExitStack``. Callbacks run from the last to the first."""

from __future__ import annotations

from typing import Any

from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Unseen
from apivet.verdicts import Location

#: The method that runs what a stack was given.
CLOSE = "close"


def called(machine: Machine, stack: Any, name: str, arguments: Arguments, location: Location) -> Diagram | None:
    """Call a method of a value, where it is such a stack; ``None`` of others."""
    if not isinstance(stack, Unseen) or stack not in machine.exit_stacks:
        return None
    callbacks = machine.exit_stacks[stack]
    if name == "callback" and callbacks is not None and arguments.positional and not arguments.unknown:
        callbacks.append((machine.guard, arguments))
        return arguments.positional[0]
    held = (machine.diagrams.leaf(stack), *arguments.values)
    if name == CLOSE and callbacks is not None:
        _run(machine, callbacks, location)
        callbacks.clear()
        return machine.none
    if name == CLOSE:
        return machine.lose([*held, *captured(machine, held)], "what runs where a stack of contexts is left", location)
    for _, given in callbacks or ():
        held += given.values
    machine.exit_stacks[stack] = None
    return unresolved(machine, f"{name}() of a stack of contexts", held, location)


def _run(machine: Machine, callbacks: list[tuple[Diagram, Arguments]], location: Location) -> None:
    both, negate = machine.diagrams.both, machine.diagrams.negate
    for where, given in reversed(callbacks):
        entered, machine.guard = machine.guard, both(machine.guard, where)
        if machine.alive:
            callee, *positional = given.positional
            machine.call(callee, tuple(positional), given.named, location)
        machine.guard = machine.diagrams.either(machine.guard, both(entered, negate(where)))
