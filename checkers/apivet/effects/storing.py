"""Changing the parts of objects: fields through their setters, class attributes, all fields at once."""

from __future__ import annotations

from typing import Any

from apivet.effects import (
    accessors,
    definitions,
    descriptors,
    lacking,
    library_state,
    mapping_keys,
    namespaces,
    ordering,
    questions,
)
from apivet.effects.captured import captured
from apivet.effects.cells import Cell
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.objects import _FIELD_VIEWS, Assigned, bound_member, get, given, member, type_of
from apivet.effects.state import Machine
from apivet.effects.values import (
    NONE,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Outside,
    Reference,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.failures import FailureKind
from apivet.program.model import ListOf, MapOf, Type, Unknown
from apivet.program.syntax import Function
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED


def _before_it_is_set(machine: Machine, leaf: Any, name: str) -> Diagram | None:
    """The value that a class has under a name that is about to be set."""
    found = member(machine, leaf.type, name) if isinstance(leaf, TypeValue) else None
    if found is None or isinstance(found[1], Assigned):
        return None
    return (
        definitions.method_itself(machine, found[1])
        if isinstance(found[1], Function)
        else definitions.class_attribute(machine, found[0], name)
    )


def put(machine: Machine, target: Diagram, name: str, value: Diagram, location: Location) -> None:
    """``target.name = value``. Where there is no target, that fails."""

    def one(leaf: Any) -> None:
        if leaf == NONE:
            machine.fail(machine.diagrams.true, FailureKind.MISSING_FIELD)
            return
        if isinstance(leaf, Constant):
            lacking.doubt(machine, (FailureKind.MISSING_FIELD,))
        held = written_to(machine, leaf, value, location)
        if held is not None:
            fail_without(machine, held, FailureKind.MISSING_FIELD, location)
            put_field(machine, held, name, value, location)
        elif isinstance(leaf, namespaces.NAMESPACES):
            if isinstance(leaf, TypeValue) and leaf.type.form == "enum":
                lacking.doubt(machine, (FailureKind.MISSING_FIELD,))
            namespaces.store(machine, leaf, name, value, _before_it_is_set(machine, leaf, name))
        if not isinstance(leaf, Reference):
            machine.note_effect()
        if namespaces.gives_a_module(leaf):
            namespaces.rewrite(machine, namespaces.ANY_MODULE, (value,))
        if name == "cell_contents":
            namespaces.fill_cells(machine, value, location)

    machine.for_each(target, one)


def fail_without(machine: Machine, reference: Reference, failure: FailureKind, location: Location) -> None:
    """A part of an object that may not be there is set: where it is not, that fails."""
    cell = machine.heap.cells[reference.cell]
    if cell.is_nothing:
        machine.fail(machine.diagrams.true, failure)
    elif isinstance(cell.shape, MapOf) and cell.shape.may_be_unmade and _is_given(cell):
        hidden = machine.unseen("whether an empty map was ever made", location, (machine.diagrams.leaf(reference),))
        empty = machine.diagrams.negate(questions.truth(machine, machine.diagrams.leaf(reference)))
        unmade = machine.diagrams.both(empty, questions.truth(machine, hidden))
        machine.doubt(unmade)
        machine.fail(unmade, failure)
    elif cell.optional:
        machine.fail(questions.is_none(machine, machine.diagrams.leaf(reference)), failure)


def _is_given(cell: Cell) -> bool:
    """Whether a container is one that was given, into which nothing was put yet."""
    return isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input) and not cell.fields


def written_to(machine: Machine, leaf: Any, value: Diagram, location: Location) -> Reference | None:
    """The object in which something is stored: one that is unseen, too. What was computed is held by what it was taken
    out of, which is then not known any more."""
    base = machine.heap.cells[leaf.cell].base if isinstance(leaf, Reference) else machine.diagrams.leaf(leaf)
    variables = machine.led_to([base])
    if variables:
        machine.lose(variables, "a part is set of what was found among the variables of calls", location, [value])
        namespaces.fill_cells(machine, value, location)
    if not isinstance(leaf, Outside):  # an attribute of one is a name of its own
        library_state.note_store(machine, leaf, (value,))
    if isinstance(leaf, (Unseen, Computed)):
        if isinstance(leaf, Computed) and leaf.operands and leaf.operator.startswith((".", "[]", "element")):
            for holder in leaves(leaf.operands[0]):
                if isinstance(holder.value, (Unseen, Computed)):
                    machine.heap.behind(holder.value)
                    machine.lose([holder], "a part of a computed value is set", location, [value])
        code = captured(machine, [machine.diagrams.leaf(leaf)])
        if code:
            machine.lose(code, "a part is set of what may run code", location, [value])
        return machine.heap.behind(leaf)
    return leaf if isinstance(leaf, Reference) else None


def put_field(machine: Machine, reference: Reference, name: str, value: Diagram, location: Location) -> None:
    """Set a field of one object, through its setter where it has one."""
    type_ = type_of(machine, reference)
    if name == "__class__" and not machine.heap.is_fields(reference):
        given = [value, *captured(machine, [value])]
        machine.lose([machine.diagrams.leaf(reference)], "the class of an object is set", location, given)
        machine.heap.cells[reference.cell].shape = Unknown("of another class")
        return
    if type_ is not None and machine.heap.is_fields(reference):
        name, type_ = type_.part_in(name), None
    if name in _FIELD_VIEWS:
        _put_fields(machine, reference, type_, value, location)
        return
    asked = type_ if type_ is not None and _asks_setter(type_, name) else None
    setter = member(machine, asked, f"{name}.setter") if asked is not None else None
    if setter is not None and isinstance(setter[1], Function):
        machine.call(bound_member(machine, setter, machine.diagrams.leaf(reference), location), (value,), (), location)
        return
    is_field = asked is not None and any(each.name == name for each in asked.fields)
    assigned = member(machine, asked, name) if asked is not None and not is_field else None
    if assigned is not None and not isinstance(assigned[1], Function):
        held, receiver = definitions.class_attribute(machine, assigned[0], name), machine.diagrams.leaf(reference)
        if descriptors.set_through(machine, held, receiver, value, location):
            return
    if type_ is not None and type_.accessed:
        if type_.behind(name):
            accessors.lose_parts(machine, reference, type_, name, value, location)
        name = type_.part_in(name)
    if type_ is not None:
        lacking.ask_for_place(machine, type_, machine.heap.cells[reference.cell].base, name)
    if name == UNDECLARED and type_ is not None and not type_.open:
        return
    settled = machine.heap.settle(value)
    if machine.heap.cells[reference.cell].entries:
        mapping_keys.take_out_of_loops(machine, reference, name)
    if value is not machine.diagrams.leaf(UNBOUND):
        ordering.put_last(machine, reference, name)
    for where, other in ((machine.guard, reference), *machine.heap.company(machine.guard, reference)):
        if other is reference or _may_have(machine, other, name):
            machine.heap.store(where, other, name, value, standing(machine, other, name, location))
    machine.heap.note_store(machine.guard, reference, name, settled, location)


def _may_have(machine: Machine, other: Reference, name: str) -> bool:
    """Whether an object of which nobody knows its type has a field of that name: not where it is a list."""
    cell, declared = machine.heap.cells[other.cell], type_of(machine, other)
    if declared is not None:
        return declared.field(name) is not None
    return not (isinstance(cell.shape, ListOf) and cell.made in ("", "list"))


def _asks_setter(type_: Type, name: str) -> bool:
    """Whether what sets a field is followed into: not where it only puts away a part in a way of its own."""
    accessed = next((each for each in type_.accessed if each.field.name == name), None)
    return accessed is None or bool(accessed.storage) or not accessed.is_kept


def standing(machine: Machine, reference: Reference, name: str, location: Location) -> Diagram:
    """The value under a name before a change."""
    own = machine.heap.own_field(reference, name)
    if own is not None:
        return own
    base = machine.heap.cells[reference.cell].base
    return machine.diagrams.transform(base, lambda leaf: _stood(machine, reference, leaf.value, name, location))


def _put_fields(machine: Machine, reference: Reference, type_: Type | None, value: Diagram, location: Location) -> None:
    """``object.__dict__ = value``: all fields at once, those of another such object or unseen."""
    lost = machine.unseen("all fields, set at once", location, (value,))
    if type_ is None:
        machine.lose([machine.diagrams.leaf(reference)], "all fields are set at once", location)
        return
    held = [leaf for _, leaf in machine.diagrams.cases(value, machine.guard)]
    alike = all(isinstance(leaf, Reference) and _has_fields_of(machine, leaf, type_) for leaf in held)
    if not alike:
        machine.lose([machine.diagrams.leaf(reference)], "all fields are set at once", location, [value])
    for each in type_.held:
        put_field(machine, reference, each.name, get(machine, value, each.name, location) if alike else lost, location)


def _has_fields_of(machine: Machine, leaf: Reference, type_: Type) -> bool:
    """Whether something is an object of a type, or a mapping that is written out with a value for each field."""
    cell = machine.heap.cells[leaf.cell]
    if type_of(machine, leaf) is type_:
        return True
    return cell.made == "dict" and not cell.entries and {each.name for each in type_.held} <= cell.fields.keys()


def _stood(machine: Machine, reference: Reference, base: Any, name: str, location: Location) -> Diagram:
    """The value under a name before the first change: unbound in a mapping that was made here, and where an
    object's type says nothing of it."""
    if isinstance(base, Blank):
        return machine.diagrams.leaf(UNBOUND)
    type_ = machine.program.type(base.type) if isinstance(base, Zero) else None
    if type_ is not None and type_.field(name) is None and not type_.has_unknown_base:
        found = member(machine, type_, name)
        if found is None or isinstance(found[1], (Function, Assigned)):
            return machine.diagrams.leaf(UNBOUND)
        return definitions.class_attribute(machine, found[0], name)
    return given(machine, reference, base, name, location)
