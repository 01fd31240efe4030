"""``with`` over a generator function of the tree: the block runs where the generator yields."""

from __future__ import annotations

from collections.abc import Callable

from apivet.effects.calls import run
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.leaving import Leaving
from apivet.effects.state import Machine
from apivet.effects.values import Pending
from apivet.program import syntax
from apivet.verdicts import Location


def generator_of(value: Diagram) -> Pending | None:
    """The call of a ``@contextmanager`` that a ``with`` is given, where it is one."""
    if isinstance(value, Leaf) and isinstance(value.value, Pending) and value.value.routine.function.is_generator:
        return value.value
    return None


def run_around(
    machine: Machine, pending: Pending, block: syntax.Block, enter: Callable[[Diagram], None], location: Location
) -> None:
    """Run the generator, and the block in the place of its ``yield``. Where that is left early, the generator's rest
    runs first."""
    early: list[Leaving] = []

    def resume(value: Diagram, key: str) -> None:
        inner, site = machine.stack.pop(), machine.heap.sites.pop()
        catcher = machine.catchers[-1] if machine.catchers else None
        around = catcher is not None and catcher.frame == inner.number
        if catcher is not None and around:
            catcher.frame = machine.frame.number  # A handler around the yield can start after any of our statements.
        enter(value)
        leaving = Leaving(machine)
        machine.execute(block)
        leaving.stop()
        early.append(leaving)
        if catcher is not None and around:
            catcher.frame = inner.number
        machine.heap.sites.append(site)
        machine.stack.append(inner)

    run(machine, pending.routine, Arguments(pending.positional, pending.named), location, resume)
    through = machine.guard
    for leaving in early:
        leaving.go_on(through)
        machine.guard = machine.diagrams.both(machine.guard, machine.diagrams.negate(leaving.left))
