"""``with`` over a generator function of the tree: the block runs where the generator yields."""

from __future__ import annotations

from collections.abc import Callable

from apivet.effects.calls import run
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Pending
from apivet.program import syntax
from apivet.program.walking import statements
from apivet.verdicts import Location

_LEAVING = (syntax.Return, syntax.Break, syntax.Continue)


def generator_of(value: Diagram) -> Pending | None:
    """The call of a ``@contextmanager`` that a ``with`` is given, where it is one."""
    if isinstance(value, Leaf) and isinstance(value.value, Pending) and value.value.routine.function.is_generator:
        return value.value
    return None


def run_around(
    machine: Machine, pending: Pending, block: syntax.Block, enter: Callable[[Diagram], None], location: Location
) -> None:
    """Run the generator, and the block in the place of its ``yield``. A block that is left by ``return`` or ``break``
    would still have to run the generator's rest: that is not followed."""
    if any(isinstance(statement, _LEAVING) for statement in statements(block)):
        given = (machine.diagrams.leaf(pending),)
        name = f"{pending.routine.function.name}(), around a block that is left early,"
        entered = unresolved(machine, name, given, location)
        before = machine.guard
        enter(entered)
        machine.execute(block)
        ended, machine.guard = machine.guard, before
        unresolved(machine, name, (*given, entered), location)
        machine.guard = ended
        return

    def resume(value: Diagram, key: str) -> None:
        inner, site = machine.stack.pop(), machine.heap.sites.pop()
        catcher = machine.catchers[-1] if machine.catchers else None
        around = catcher is not None and catcher.frame == inner.number
        if catcher is not None and around:
            catcher.frame = machine.frame.number  # A handler around the yield can start after any of our statements.
        enter(value)
        machine.execute(block)
        if catcher is not None and around:
            catcher.frame = inner.number
        machine.heap.sites.append(site)
        machine.stack.append(inner)

    run(machine, pending.routine, Arguments(pending.positional, pending.named), location, resume)
