"""Forms in which one has the fields of an object: the object itself, a mapping of them, and one in which the objects
inside are mappings too. Two forms are never equal, but where a type compares in a way of its own."""

from __future__ import annotations

from typing import Final
from typing import Literal as Choice

from apivet.effects import objects
from apivet.effects.declared import has_objects_inside
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Constant, Reference
from apivet.program.model import Named, Shape, innermost

Form = Choice["object", "mapping", "deep mapping"]


def differ(machine: Machine, left: Diagram, right: Diagram) -> bool:
    """Whether objects in two values are had in different forms."""
    first, second = _forms_in(machine, left), _forms_in(machine, right)
    return bool(first and second) and first != second


def told(machine: Machine, value: Diagram) -> list[Diagram]:
    """The forms of objects in a value, for what tells them as well; nothing where they are objects."""
    found = _forms_in(machine, value)
    return [machine.diagrams.leaf(Constant(", ".join(sorted(found)), "form"))] if found - {"object"} else []


def is_told(value: Diagram) -> bool:
    """Whether a value is what ``told`` says of another."""
    return isinstance(value, Leaf) and isinstance(value.value, Constant) and value.value.kind == "form"


#: The operator of a mapping of an object's fields that stands where the object should.
_FIELDS_ALONE: Final = "the fields of an object"


def tell_mappings(machine: Machine, stored: Diagram) -> None:
    """Let fields of objects that hold mappings where objects are declared tell so, in all that is stored: they equal no
    object. Models of a library that checks what it is given make objects of them."""
    seen = set[Reference]()
    pending = [leaf.value for leaf in leaves(stored)]
    while pending:
        held = pending.pop()
        if not isinstance(held, Reference) or held in seen or machine.heap.is_fields(held):
            continue
        seen.add(held)
        cell, type_ = machine.heap.cells[held.cell], objects.type_of(machine, held)
        declared = {} if type_ is None or type_.makes_parts else {each.name: each.shape for each in type_.fields}
        for name, value in cell.fields.items():
            if name in declared and machine.heap.is_dumped(innermost(declared[name]), "*"):
                cell.fields[name] = _as_it_is(machine, value)
        pending += [leaf.value for value in cell.held for leaf in leaves(value)]


def _as_it_is(machine: Machine, value: Diagram) -> Diagram:
    """A value in which mappings of fields are no objects."""

    def one(leaf: Leaf) -> Diagram:
        held = leaf.value
        if not isinstance(held, Reference):
            return leaf
        cell = machine.heap.cells[held.cell]
        if not cell.made and _is_mapping(machine, held, innermost(cell.shape)):
            return machine.diagrams.leaf(Computed(_FIELDS_ALONE, (machine.heap.settle(leaf),)))
        for entry in cell.entries or () if cell.made else ():
            entry.value = _as_it_is(machine, entry.value)
        return leaf

    return machine.diagrams.transform(value, one)


def _forms_in(machine: Machine, value: Diagram) -> set[Form]:
    """The forms of a value, and of all in containers that were made here; of what is in a mapping of fields, those that
    are others than its own."""
    found, seen = set[Form](), set[Reference]()
    pending: list[tuple[Leaf, bool | None]] = [(leaf, None) for leaf in leaves(value)]
    while pending:
        leaf, are_mappings = pending.pop()
        held = leaf.value
        if not isinstance(held, Reference) or held in seen:
            continue
        seen.add(held)
        cell, type_ = machine.heap.cells[held.cell], objects.type_of(machine, held)
        shape = innermost(cell.shape) if type_ is None else Named(type_.dotted)
        is_mapping = _is_mapping(machine, held, shape)
        if not cell.made and machine.heap.is_dumped(shape, "*") and is_mapping is not are_mappings:
            found.add(_form_of(machine, shape, is_deep=bool(cell.dumped)) if is_mapping else "object")
        if cell.made or machine.heap.is_fields(held):
            inside = None if cell.made else bool(cell.dumped)
            pending += [(part, inside) for each in cell.held for part in leaves(each)]
    return found


def _is_mapping(machine: Machine, held: Reference, shape: Shape) -> bool:
    """Whether objects of a shape are the mappings of their fields in something."""
    return machine.heap.is_fields(held) or machine.heap.is_dumped(shape, machine.heap.cells[held.cell].dumped)


def _form_of(machine: Machine, shape: Shape, *, is_deep: bool) -> Form:
    """The form of a mapping of the fields of a type: one without objects inside is the same, deep or not."""
    type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
    has_more = type_ is not None and has_objects_inside(machine.program, type_)
    return "deep mapping" if is_deep and has_more else "mapping"
