"""Parts of objects that are stored in another way than under their names (see :class:`~apivet.program.model.Accessed`).

The interpreter keeps such a part under its own name. Code that touches what stores it besides the accessors may have
changed it, or learnt it."""

from __future__ import annotations

from apivet.effects import opaque, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import Reference
from apivet.program.model import Accessed, Type
from apivet.verdicts import Location


def is_accessor(type_: Type, name: str) -> bool:
    """Whether a method only gets or sets a part that is stored in a way of its own."""
    stored = [each for each in type_.accessed if each.backing]
    setters = (f"set_{each.field.name}" for each in stored if each.is_kept)
    return name in (*(f"get_{each.field.name}" for each in stored), *setters)


def hidden(type_: Type, name: str) -> bool:
    """Whether a part's getter hands out something else than the part."""
    return any(each.field.name == name and each.gives != "part" for each in type_.accessed)


def copy_of(machine: Machine, leaf: Leaf) -> Diagram:
    """A part as a getter hands it out that gives copies."""
    if not isinstance(leaf.value, Reference):
        return leaf
    made = machine.diagrams.leaf(machine.heap.deep_copy(leaf.value))
    return machine.diagrams.choose(questions.is_none(machine, leaf), machine.none, made)


def handed_out(
    machine: Machine, reference: Reference, type_: Type, name: str, parts: tuple[Diagram, ...], location: Location
) -> Diagram:
    """The value that stores several parts, handed out: the parts may be changed through it."""
    held = opaque.holding(machine, f"{name} of {type_.name}, which is kept in a way of its own,", location, parts)
    for each in (each for each in type_.accessed if name == each.field.name or name in each.backing):
        _lose(machine, reference, each, held)
    return held


def lose_parts(
    machine: Machine, reference: Reference, type_: Type, name: str, value: Diagram, location: Location
) -> None:
    """Make parts unseen whose common storage is set to another value."""
    made = opaque.holding(machine, f"{name} of {type_.name}, which stores other parts, is set", location, (value,))
    for each in type_.behind(name):
        _lose(machine, reference, each, made)


def _lose(machine: Machine, reference: Reference, part: Accessed, made: Diagram) -> None:
    cell = machine.heap.cells[reference.cell]
    before = cell.fields.get(part.field.name, made)
    cell.fields[part.field.name] = machine.diagrams.choose(machine.guard, made, before)
