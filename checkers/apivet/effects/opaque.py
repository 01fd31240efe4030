"""Objects that functions of the library made, and what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from apivet.effects import raising
from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Reference
from apivet.program.model import ListOf, MapOf, Scalar
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: Containers with a value under every key that they were asked for.
_PUTTING_IN = ("collections.defaultdict",)

#: Containers of the library with what they hold under ``data``.
_HOLDING_DATA = frozenset(f"collections.{name}" for name in ("UserDict", "UserList", "UserString"))

#: Methods of objects of the library that tell something of them, as a text or a number.
_TELLING: Final = frozenset(
    ("count", "empty", "full", "getvalue", "index", "is_set", "locked", "qsize", "tell", "tobytes", "total")
)


def look_into(machine: Machine, leaf: Reference, location: Location, key: Any = None) -> None:
    """An object of the library is asked for what it holds: from then on that is something unseen, which stays what it
    is, and may be, or have, what the object was made of. Some put in what they are asked for."""
    cell = machine.heap.cells[leaf.cell]
    made = cell.origin.value if isinstance(cell.origin, Leaf) else None
    if not isinstance(cell.origin, Leaf) or not isinstance(made, Computed) or not is_made(machine, leaf):
        return
    entered = machine.guard
    untouched = machine.diagrams.both(entered, machine.diagrams.where(cell.base, cell.origin))
    if key is None or made.operator not in _PUTTING_IN:
        machine.guard = untouched
    if not machine.alive:
        machine.guard = entered
        return
    given = machine.heap.sources.get(made, ())
    shared = [value for value in given if holds_objects(machine, value)]
    held = tuple(captured(machine, list(cell.fields.values())))
    called = captured(machine, given) if made.operator in _PUTTING_IN else []
    read = (*given, *held) if key is None else (*given, *held, machine.diagrams.leaf(key))
    machine.lose([machine.diagrams.leaf(leaf), *shared, *called], "what an object of the library holds", location, read)
    machine.guard = entered


def call(machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location) -> Diagram:
    """A method of an object of the library of which nothing else is known: it may give out what the object was made of,
    or take it out, and call what it is given."""
    given = (machine.diagrams.leaf(leaf), *arguments.values)
    machine.fail(may_raise(machine, location, given, name), raising.of_method(name), given)
    called = captured(machine, given)
    if name in _TELLING and not called:
        told = Computed(f".{name}()", tuple(machine.heap.settle(value) for value in given))
        return machine.diagrams.leaf(told)
    machine.note_effect()
    return machine.lose((*given, *called), f"{name}() of an object of the library", location)


def is_made(machine: Machine, leaf: Reference) -> bool:
    """Whether an object was made by a function of the library."""
    dotted = maker(machine, leaf)
    return dotted is not None and machine.program.function_operation(dotted) is Operation.MAKE


def maker(machine: Machine, reference: Reference) -> str | None:
    """The function of the library whose result an object is."""
    origin = machine.heap.cells[reference.cell].origin
    made = origin.value if isinstance(origin, Leaf) else None
    return made.operator if isinstance(made, Computed) else None


def holds_objects(machine: Machine, value: Diagram) -> bool:
    """Whether elements of a container may be objects that can be changed."""
    for leaf in leaves(value):
        if not isinstance(leaf.value, Reference):
            continue
        shape = machine.heap.cells[leaf.value.cell].shape
        inner = shape.element if isinstance(shape, ListOf) else shape.value if isinstance(shape, MapOf) else shape
        held = [part.value for entry in machine.heap.entries(leaf.value) or () for part in leaves(entry.value)]
        if not isinstance(inner, Scalar) and (not held or any(isinstance(part, Reference) for part in held)):
            return True
    return False


def holding(machine: Machine, reason: str, location: Location | None, parts: Sequence[Diagram]) -> Diagram:
    """An unseen value that may be, or hold, any object among its parts."""
    return machine.heap.made_of(machine.guard, parts, machine.unseen(reason, location, parts))


def holds_data(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a container of the library that has what it holds under ``data``."""
    return maker(machine, reference) in _HOLDING_DATA
