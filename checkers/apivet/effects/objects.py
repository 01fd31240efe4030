"""Reading and changing the parts of objects: fields, properties, class attributes, elements."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from apivet.effects import (
    accessors,
    code_parts,
    definitions,
    descriptors,
    enums,
    lacking,
    namespaces,
    opaque,
    own_class,
    questions,
    told_fields,
)
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.values import (
    NONE,
    SEQUENCE,
    UNBOUND,
    WAS_SET,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Method,
    ModuleValue,
    Names,
    Outside,
    Partial,
    Reference,
    Routine,
    Super,
    TypeValue,
    Unseen,
    Zero,
)
from apivet.program.failures import FailureKind
from apivet.program.model import Field, ListOf, MapOf, Named, Type, Unknown
from apivet.program.syntax import Function
from apivet.verdicts import Location

#: Other names under which an object's fields can be had as a mapping.
_FIELD_VIEWS = ("__dict__",)

#: The attribute of a view that is its mapping.
_OF_VIEWS = "mapping"

#: Attributes of a range that tell its arguments.
_OF_RANGES = ("start", "stop", "step")

#: Attributes of pydantic's objects that name the fields that were given.
_SET_NAMES = ("model_fields_set", "__fields_set__")

#: The method of objects that are called; the variable of a module that is its name.
CALLED, NAME = "__call__", "__name__"

#: Shapes whose values are objects that a method could change.
STRUCTURED_SHAPES = (Named, ListOf, MapOf, Unknown)


def type_of(machine: Machine, reference: Reference) -> Type | None:
    """The declared or constructed type of an object, where it is known."""
    cell = machine.heap.cells[reference.cell]
    if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Zero):
        return machine.program.type(cell.base.value.type)
    return machine.program.type(cell.shape.dotted) if isinstance(cell.shape, Named) else None


class Assigned(Struct, frozen=True):
    """A class attribute that was set while the hook ran."""

    name: str


def member(machine: Machine, type_: Type, name: str) -> tuple[Type, Any] | None:
    """The method or class attribute of that name, with the class that defines it."""
    for base in machine.program.ancestry(type_):
        if namespaces.class_where(machine, base, name):
            return base, Assigned(name)
        if name in base.methods:
            return base, base.methods[name]
        if name in base.attributes:
            return base, base.attributes[name]
    return None


def own_method(machine: Machine, leaf: Reference, name: str) -> Diagram | None:
    """A special method that the type of an object defines in the tree, or was given while the hook ran."""
    type_ = None if machine.heap.is_fields(leaf) else type_of(machine, leaf)
    found = member(machine, type_, name) if type_ is not None else None
    if found is not None and isinstance(found[1], Assigned):
        return bound_member(machine, found, machine.diagrams.leaf(leaf), machine.nowhere)
    if found is None or not isinstance(found[1], Function):
        return None
    return machine.diagrams.leaf(Routine(found[1], machine.diagrams.leaf(leaf), None))


def get(machine: Machine, value: Diagram, name: str, location: Location) -> Diagram:
    """``value.name``."""
    return machine.each(value, lambda leaf: _get(machine, leaf, name, location))


def _get(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram:
    diagrams = machine.diagrams
    if isinstance(leaf, namespaces.NAMESPACES):
        own = _of_namespace(machine, leaf, name, location)
        if own is not None:
            return own
    if isinstance(leaf, Reference):
        return field(machine, leaf, name, location)
    if isinstance(leaf, TypeValue):
        return type_attribute(machine, leaf.type, name)
    if isinstance(leaf, ModuleValue):
        return definitions.of_module(machine, leaf.dotted, name, location)
    if isinstance(leaf, Outside):
        return definitions.of_library(machine, f"{leaf.dotted}.{name}")
    if isinstance(leaf, Member):
        return told_fields.told_of_field(machine, leaf, name) or _of_member(machine, leaf, name, location)
    if isinstance(leaf, Super):
        return _from_super(machine, leaf, name, location)
    if isinstance(leaf, (Partial, Method)) or name in namespaces.TELLING_VARIABLES:
        return code_parts.told_of_code(machine, leaf, name, location)
    if has_nothing_of(leaf, name):
        machine.fail(diagrams.true, FailureKind.MISSING_FIELD)
        return machine.none
    if isinstance(leaf, (Unseen, Computed)):
        held = machine.heap.behind(leaf) if isinstance(leaf, Unseen) else machine.heap.object_behind(leaf)
        if held is not None:
            return field(machine, held, name, location)
    if isinstance(leaf, (Computed, Input)):
        return diagrams.leaf(Computed(f".{name}", (diagrams.leaf(leaf),)))
    return diagrams.leaf(Method(diagrams.leaf(leaf), name))


def _of_member(machine: Machine, leaf: Member, name: str, location: Location) -> Diagram:
    """An attribute of a member of an enum."""
    if name in ("value", "_value_") and leaf.value is not None:
        return machine.diagrams.leaf(leaf.value)
    whole, type_ = machine.diagrams.leaf(leaf), machine.program.type(leaf.type)
    if name in ("value", "_value_") and type_ is not None and type_.form == "enum" and leaf.name:
        return told_fields.worth_told(machine, type_, leaf.name)
    found = member(machine, type_, name) if type_ is not None else None
    if found is not None and isinstance(found[1], Function):
        return bound_member(machine, found, whole, location)
    return machine.diagrams.leaf(Constant.of(leaf.name) if name == "name" and leaf.name else Method(whole, name))


def _of_namespace(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram | None:
    """The value that a module, a class or a function has under a name that was set while the hook ran, or that tells
    how it is made; ``None`` for any other."""
    if name in _FIELD_VIEWS:
        return machine.diagrams.leaf(Names(leaf))
    if isinstance(leaf, TypeValue):
        return None  # its bases may have it
    own = namespaces.stored(machine, leaf, name)
    if isinstance(leaf, Routine):
        told = code_parts.told_of_routine(machine, leaf, name, location)
        if told is not None:
            return told
    return None if own is None else definitions.where_set(machine, own)


def callee(machine: Machine, value: Diagram, name: str, location: Location) -> Diagram:
    """``value.name`` where it is called: what no type declares as a field is a method of that name."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Unseen):
            return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))
        if isinstance(leaf, Reference) and machine.heap.is_fields(leaf):
            return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))
        if isinstance(leaf, Reference) and machine.heap.own_field(leaf, name) is None:
            cell = machine.heap.cells[leaf.cell]
            if cell.optional and has_nothing_of(NONE, name):
                machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), FailureKind.MISSING_FIELD)
            type_ = type_of(machine, leaf)
            declared = None if type_ is None else type_.field(name) or member(machine, type_, name)
            if type_ is None or declared is None or accessors.is_accessor(type_, name):
                return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))
        return _get(machine, leaf, name, location)

    return machine.each(value, one)


def field(machine: Machine, reference: Reference, name: str, location: Location) -> Diagram:
    """A field, property, method or class attribute of an object."""
    if name in _FIELD_VIEWS or (name == "data" and opaque.holds_data(machine, reference)):
        return machine.diagrams.leaf(machine.heap.fields_of(reference))
    cell = machine.heap.cells[reference.cell]
    if cell.shows is not None and name == _OF_VIEWS:
        return machine.diagrams.leaf(cell.shows.mapping)
    type_ = type_of(machine, reference)
    if type_ is not None and type_.accessed:
        if type_.behind(name) or accessors.hidden(type_, name):
            return _behind(machine, reference, type_, name, location)
        name = type_.part_in(name)
    stored = machine.heap.own_field(reference, name)
    if stored is not None:
        return definitions.where_set(machine, stored) if may_lack(machine, stored, reference, name) else stored
    if cell.optional and has_nothing_of(NONE, name):
        machine.fail(questions.is_none(machine, machine.diagrams.leaf(reference)), FailureKind.MISSING_FIELD)
    if (told := enums.told(machine, reference, name)) is not None:
        return told
    if name == "__class__":
        return own_class.class_of(machine, reference, type_)
    if type_ is not None and type_.field(name) is None and not machine.heap.is_fields(reference):
        if name in _SET_NAMES and is_model(type_):
            return _set_names(machine, reference, type_)
        found = member(machine, type_, name)
        if found is not None:
            bound = bound_member(machine, found, machine.diagrams.leaf(reference), location)
            return bound if isinstance(found[1], Function) else _perhaps_set(machine, reference, name, bound)
        if (fields := told_fields.fields_told_by(machine, type_, name)) is not None:
            return fields
    if type_ is not None and type_.field(name) is None:
        is_known, is_special = machine.program.method_operation(name) is not None, name.startswith("__")
        if (is_known, is_special, machine.heap.is_fields(reference)).count(True) > 1:  # of all objects, or of mappings
            return machine.diagrams.leaf(Method(machine.diagrams.leaf(reference), name))
        failure = FailureKind.MISSING_KEY if machine.heap.is_fields(reference) else FailureKind.MISSING_FIELD
        machine.fail(may_raise(machine, location, [machine.diagrams.leaf(reference)]), failure)
    opaque.look_into(machine, reference, location)  # what it gives out may be changed
    part = machine.diagrams.transform(cell.base, lambda base: given(machine, reference, base.value, name, location))
    return questions.unless_taken_out(machine, reference, name, part)


def _perhaps_set(machine: Machine, reference: Reference, name: str, bound: Diagram) -> Diagram:
    """An attribute of a class, which a call that nobody can follow may have set on the object itself."""

    def one(base: Leaf) -> Diagram:
        lost = base.value if isinstance(base.value, Unseen) and machine.heap.was_lost(base.value) else None
        return bound if lost is None else machine.heap.part(reference, lost, name)

    return machine.diagrams.transform(machine.heap.cells[reference.cell].base, one)


def may_lack(machine: Machine, stored: Diagram, reference: Reference, name: str) -> bool:
    """Whether an attribute that no type declares may be there on some paths only."""
    if machine.heap.is_fields(reference) or (isinstance(stored, Leaf) and stored.value != UNBOUND):
        return False
    type_, origin = type_of(machine, reference), machine.heap.cells[reference.cell].origin
    if type_ is None:
        return isinstance(origin, Leaf) and isinstance(origin.value, Computed)
    return not type_.is_keyed and type_.field(name) is None


def _behind(machine: Machine, reference: Reference, type_: Type, name: str, location: Location) -> Diagram:
    """An attribute of an object that stores parts in its own way: the storage of parts, or a getter's result."""
    found = [each.field.name for each in type_.accessed if each.field.name == name or name in each.backing]
    parts = tuple(_part(machine, reference, part, location) for part in found)
    if any(each.field.name == name and each.gives == "copy" for each in type_.accessed):
        return machine.diagrams.transform(parts[0], lambda leaf: accessors.copy_of(machine, leaf))
    return accessors.handed_out(machine, reference, type_, name, parts, location)


def _part(machine: Machine, reference: Reference, name: str, location: Location) -> Diagram:
    """A part as it is kept, whatever its accessor makes of it."""
    stored = machine.heap.own_field(reference, name)
    if stored is not None:
        return stored
    cell = machine.heap.cells[reference.cell]
    return machine.diagrams.transform(cell.base, lambda base: given(machine, reference, base.value, name, location))


def given(machine: Machine, reference: Reference, base: Any, name: str, location: Location) -> Diagram:
    """The value under a name that nothing was stored under yet."""
    diagrams = machine.diagrams
    if isinstance(base, (Input, Unseen)):
        return machine.heap.part(reference, base, name)
    if isinstance(base, Zero):
        type_ = machine.program.type(base.type)
        declared = type_.field(name) if type_ is not None else None
        if declared is not None:
            return default_of(machine, reference, declared, location)
        answering = own_method(machine, reference, definitions.ANSWERING)
        if answering is not None:
            return machine.call(answering, (diagrams.leaf(Constant.of(name)),), (), location)
        reason = f"nothing in the tree defines {name!r} of {base.type.rpartition('.')[2]}"
        return machine.unseen(reason, location, (diagrams.leaf(reference),))
    if isinstance(base, Blank) and name not in _OF_RANGES:
        type_ = type_of(machine, reference)
        if type_ is not None and type_.is_keyed and type_.field(name) is not None:
            return diagrams.leaf(UNBOUND)  # its keys were taken out
        return diagrams.leaf(Method(diagrams.leaf(reference), name))
    return diagrams.leaf(Computed(f".{name}", (machine.heap.settle(diagrams.leaf(reference)),)))


def default_of(machine: Machine, reference: Reference, declared: Field, location: Location) -> Diagram:
    """The value of a field that its object was made without."""
    cell = machine.heap.cells[reference.cell]
    if (child := cell.family.get(declared.name)) is not None:
        return machine.diagrams.leaf(child)
    bound = machine.bound_in_classes.get((declared.owner, declared.name))
    if bound is not None and declared.factory is None:
        return bound
    owner = machine.program.type(declared.owner)
    scope = declared.owner.rpartition(".")[0] if owner is None else owner.module
    hiding = None if owner is None or owner.form != "plain" else _hiding(machine, reference, owner, declared.name)
    if hiding is not None:
        return bound_member(machine, hiding, machine.diagrams.leaf(reference), location)
    if owner is not None and owner.form == "plain" and declared.default is not None:
        shared = _shared_default(machine, owner, declared)
        return descriptors.bound(machine, shared, machine.diagrams.leaf(reference), location)
    if declared.default is not None:
        value = definitions.evaluate_in(machine, scope, declared.default)
    elif declared.factory is not None:
        value = machine.call(told_fields.factory_of(machine, scope, declared), (), (), location)
    else:
        value = _blank_of(machine, declared)
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        cell.family[declared.name] = value.value
        if reference.cell in machine.heap.lasting:
            machine.heap.keep(value.value.cell)
    return value


def _hiding(machine: Machine, reference: Reference, owner: Type, name: str) -> tuple[Type, Any] | None:
    """The attribute of a nearer class that hides what the owner of a field annotates."""
    type_ = type_of(machine, reference)
    found = member(machine, type_, name) if type_ is not None else None
    if found is None or type_ is None or found[0].dotted == owner.dotted:
        return None
    order = [each.dotted for each in machine.program.ancestry(type_)]
    return found if owner.dotted not in order or order.index(found[0].dotted) < order.index(owner.dotted) else None


def _shared_default(machine: Machine, owner: Type, declared: Field) -> Diagram:
    """The default of a field of a plain class: one object for all that have no other."""
    name = declared.name
    if name in owner.attributes or namespaces.class_where(machine, owner, name):
        return definitions.class_attribute(machine, owner, name)
    known = machine.class_attributes.get((owner.dotted, name))
    if known is None:
        known = definitions.evaluate_in(machine, owner.module, declared.default)
        machine.class_attributes[owner.dotted, name] = known
    return known


def _blank_of(machine: Machine, declared: Field) -> Diagram:
    """The value of a field without a default: a collaborator's declared type, or nothing."""
    if declared.optional or declared.may_be_missing:
        return machine.none
    if isinstance(declared.shape, Named):
        return machine.diagrams.leaf(machine.heap.make(Zero(declared.shape.dotted), declared.shape))
    if isinstance(declared.shape, (ListOf, MapOf)):
        return machine.diagrams.leaf(machine.heap.make(Blank(SEQUENCE), declared.shape))
    return machine.unseen(f"{declared.name} has no default", declared.location, ())


def was_set(machine: Machine, reference: Reference, name: str) -> Diagram:
    """The guard under which a field was given when its object was made, or set since. What the caller named is the
    caller's choice."""
    cell = machine.heap.cells[reference.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    if name in cell.fields or not isinstance(base, (Input, Zero)):
        return machine.diagrams.true
    if isinstance(base, Zero):
        return machine.diagrams.false
    given = machine.diagrams.leaf(base.child(name))
    return questions.truth(machine, machine.diagrams.leaf(Computed(WAS_SET, (given,))))


def _set_names(machine: Machine, reference: Reference, type_: Type) -> Diagram:
    """``model.model_fields_set``."""
    entries = [
        Entry(each.name, was_set(machine, reference, each.name), machine.diagrams.leaf(Constant.of(each.name)))
        for each in type_.parts
    ]
    return machine.diagrams.leaf(machine.heap.container("set", entries))


def has_nothing_of(leaf: Any, name: str) -> bool:
    """Whether a value is nothing, which has no fields and methods but those of every object."""
    return leaf == UNBOUND or (leaf == NONE and not hasattr(None, name))


def is_model(type_: Type) -> bool:
    """Whether the library of a form of declaration gives its objects methods: they copy, dump and list themselves."""
    return type_.form == "pydantic"


def is_data(machine: Machine, reference: Reference) -> bool:
    """Whether something is an object whose fields are known, or the mapping of them."""
    type_, cell = type_of(machine, reference), machine.heap.cells[reference.cell]
    seen = isinstance(cell.base, Leaf) and isinstance(cell.base.value, (Input, Zero))
    return seen and type_ is not None and type_.structured


def names_in(machine: Machine, reference: Reference) -> list[str]:
    """The names of all that an object of a declared type holds, as ``vars(obj)`` tells them; of an open one, those too
    that were set besides."""
    type_, cell = type_of(machine, reference), machine.heap.cells[reference.cell]
    if type_ is None:
        return []
    accessed = {each.field.name: each.storage for each in type_.accessed}
    names = [accessed.get(each.name, each.name) for each in type_.held]
    if type_.open or machine.heap.is_fields(reference):
        names += [accessed.get(name, name) for name in cell.fields]
    return [name for name in dict.fromkeys(names) if name]


def field_values(machine: Machine, reference: Reference) -> list[tuple[str, Diagram]]:
    """All that an object of a declared type holds, by name, as ``vars(obj)`` tells it."""
    type_ = type_of(machine, reference)
    if type_ is None or not type_.structured or type_.is_keyed:
        return []
    return [(name, field(machine, reference, name, machine.nowhere)) for name in names_in(machine, reference)]


def type_attribute(machine: Machine, type_: Type, name: str) -> Diagram:
    """A method, member or attribute of a type."""
    found = member(machine, type_, name)
    if found is None:
        fields = told_fields.fields_told_by(machine, type_, name)
        if name in code_parts.OWN_CONTAINERS:
            return code_parts.container_of_class(machine, type_, name, fields)
        if fields is not None:
            return fields
        if name in (NAME, "__qualname__"):
            return machine.diagrams.leaf(Constant.of(type_.name))
        return _of_declaration(machine, type_, name)
    owner, what = found
    if isinstance(what, Assigned):
        return descriptors.bound_to_class(machine, definitions.class_attribute(machine, owner, name), type_)
    if type_.field(name) is not None and not told_fields.keeps_defaults(owner):
        return _of_declaration(machine, type_, name)
    if isinstance(what, Function):
        receiver = machine.diagrams.leaf(TypeValue(type_)) if what.binding == "class" else None
        return machine.diagrams.leaf(Routine(what, receiver, None))
    value = definitions.class_attribute(machine, owner, name)
    if owner.form == "enum":
        constant = value.value if isinstance(value, Leaf) and isinstance(value.value, Constant) else None
        return machine.diagrams.leaf(Member(owner.dotted, name, constant or enums.worth_of(owner, name)))
    return descriptors.bound_to_class(machine, value, type_)


def _of_declaration(machine: Machine, type_: Type, name: str) -> Diagram:
    """The value that a type has under a name that no class body binds to one: a field's default, or whatever its form
    or an unknown base puts there; else a method that all types have."""
    declared = type_.field(name)
    if declared is None:
        lacking.ask_type(machine, type_, name)
        above = machine.program.type(type_.metaclass) if type_.metaclass else None
        if above is not None and name in above.attributes:
            return type_attribute(machine, above, name)
        return machine.diagrams.leaf(Method(machine.diagrams.leaf(TypeValue(type_)), name))
    owner = machine.program.type(declared.owner)
    if owner is None or not told_fields.keeps_defaults(owner) or declared.default is None:
        return machine.unseen(f"{name}, which {type_.name} has for a field,", None, ())
    return _shared_default(machine, owner, declared)


def bound_member(machine: Machine, found: tuple[Type, Any], receiver: Diagram, location: Location) -> Diagram:
    """The value of a member that was found in a class, as an object of it has it."""
    owner, what = found
    if isinstance(what, Assigned):
        return descriptors.bound(machine, definitions.class_attribute(machine, owner, what.name), receiver, location)
    if not isinstance(what, Function):
        name = next(name for name, value in owner.attributes.items() if value is what)
        return descriptors.bound(machine, definitions.class_attribute(machine, owner, name), receiver, location)
    if what.is_property:
        return machine.call(machine.diagrams.leaf(Routine(what, receiver, None)), (), (), location)
    if what.binding == "class":
        receiver = descriptors.class_of(machine, receiver)
    return machine.diagrams.leaf(Routine(what, receiver if what.binding != "none" else None, None))


def _from_super(machine: Machine, leaf: Super, name: str, location: Location) -> Diagram:
    """The next definition of a name after a class, in the receiver's order of resolution."""
    for _, receiver in machine.diagrams.cases(leaf.receiver, machine.guard):
        type_ = receiver.type if isinstance(receiver, TypeValue) else None
        if isinstance(receiver, Reference):
            type_ = type_of(machine, receiver)
        if type_ is None:
            continue
        order = machine.program.ancestry(type_)
        behind = [base.dotted for base in order].index(leaf.above) + 1 if leaf.above in {b.dotted for b in order} else 0
        for base in order[behind:]:
            if name in base.methods:
                return bound_member(machine, (base, base.methods[name]), leaf.receiver, location)
            if name in base.attributes:
                return descriptors.bound(
                    machine, definitions.class_attribute(machine, base, name), leaf.receiver, location
                )
        if name == "__init__" and not any(base.has_unknown_base for base in order):
            return machine.diagrams.leaf(Outside("builtins.object"))
    return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))
