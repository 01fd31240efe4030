"""Functions that take functions, or hand back what they are given."""

from __future__ import annotations

from typing import Any

from apivet.effects import tasks
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Arguments
from apivet.effects.library.sequences import pair
from apivet.effects.namespaces import ANY_MODULE, NAMESPACES, rewrite
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Descriptor, Names, Outside, Partial, Reference
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def partial_call(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A callable with some arguments already given."""
    callee, *given = arguments.positional
    return machine.diagrams.leaf(Partial(callee, tuple(given), arguments.named))


def static_method(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``staticmethod(f)`` in a class body."""
    return machine.diagrams.leaf(Descriptor("static", arguments.positional[0]))


def class_method(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``classmethod(f)`` in a class body."""
    return machine.diagrams.leaf(Descriptor("class", arguments.positional[0]))


def partial_method(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``partialmethod(f, ...)`` in a class body."""
    return machine.diagrams.leaf(Descriptor("method", partial_call(machine, arguments, location)))


def property_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``property(get, set)`` in a class body."""
    get = arguments.at(0) or arguments.named_value("fget") or machine.none
    return machine.diagrams.leaf(Descriptor("property", get, arguments.at(1) or arguments.named_value("fset")))


def awaited_together(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Several awaitables, awaited in their order. Where one waits for something outside, others go on meanwhile."""
    tasks.take_together(machine, arguments.positional)
    before = machine.suspensions
    results = [machine.wait(value, location) for value in arguments.positional]
    if machine.suspensions != before and len(results) > 1:
        held = tuple(each for value in arguments.positional for each in tasks.held_by(machine, value))
        return unresolved(machine, "what runs in turns", (*held, *results), location)
    return results[0] if len(results) == 1 else pair(machine, *results)


def applied(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A callable, called with the other arguments: in a thread, which may do so later where nobody waits for it."""
    callee, *given = arguments.positional
    machine.handed_over += arguments.values
    return machine.call(callee, given, arguments.named, location)


def first_argument(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The first argument, as it is."""
    return arguments.positional[0]


def fields_of_value(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``vars(value)``: an object as the mapping of its fields, a module or a class as that of its names."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference):
            return machine.diagrams.leaf(machine.heap.fields_of(leaf))
        return machine.diagrams.leaf(Names(leaf) if isinstance(leaf, NAMESPACES) else leaf)

    return machine.each(arguments.positional[0], one)


def handed_on(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The argument of a function that calls or awaits it later."""
    return pair(machine, arguments.positional[0])


def run_source(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Source text that is run: anything may happen."""
    return unresolved(machine, "a text as source", (*arguments.values, *machine.frame.variables.values()), location)


def leaving(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``sys.exit()``: an exception."""
    machine.note_exit(location, FailureKind.LEFT)
    machine.refuse(machine.diagrams.true, FailureKind.LEFT, tuple(map(machine.heap.settle, arguments.values)))
    return machine.none


def ending(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``os._exit()``: nothing comes after it, no handler either."""
    machine.note_exit(location, FailureKind.LEFT)
    machine.refused = machine.diagrams.either(machine.refused, machine.guard)
    machine.guard = machine.diagrams.false
    return machine.none


def swallowing(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A context that swallows exceptions."""
    return machine.diagrams.leaf(Outside("swallow"))


def reached(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A call that may change any object that there is: those that calls have, and those that it is given."""
    held = (*machine.variables(), *arguments.values)
    for owner in (ANY_MODULE, *(leaf.value for value in arguments.values for leaf in leaves(value))):
        if isinstance(owner, NAMESPACES):
            rewrite(machine, owner, arguments.values)
    return machine.lose(held, "a call that may change any object", location)
