"""Dumps of objects and texts of them, as far as declarations say what these leave out, mask, make or rename."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from apivet.effects import forms, objects, parameters, questions, value_kinds
from apivet.effects.captured import holds_code
from apivet.effects.cells import Entry
from apivet.effects.declared import has_objects, has_objects_inside, reaches
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.library.copies import all_in, image
from apivet.effects.library.sequences import pair
from apivet.effects.special import TEXT
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import TRUE, UNBOUND, Blank, Constant, Outside, Reference, Routine
from apivet.program.model import COMPUTED_ALIAS, Field, MapOf, Named, Shape, Type, Unknown
from apivet.program.operations import Operation
from apivet.program.syntax import Function
from apivet.verdicts import Location

#: Factories that make the very mapping, or tuple, that is made without them.
_PLAIN_FACTORIES: Final = ("builtins.dict", "collections.OrderedDict", "builtins.tuple", "builtins.list")
#: Operations that tell a whole object to ``json.dumps(default=...)``.
_WHOLE: Final = (Operation.AS_MAPPING, Operation.FIELDS)
#: Writes objects as others make them.
ENCODING: Final = "json.dumps"
REPR: Final = "builtins.repr"
_STR: Final = "builtins.str"


# ----------------------------------------------------------------------------------------------------------- dumps


def as_declared(
    machine: Machine, value: Diagram, location: Location, *, by_alias: bool = False, as_text: bool = False
) -> Diagram:
    """The mapping of all fields of an object as the declarations have it dumped."""

    def one(leaf: Any) -> Diagram:
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is None or not is_treated(machine, Named(type_.dotted), by_alias=by_alias, as_text=as_text):
            return machine.diagrams.leaf(leaf)
        there = machine.diagrams.negate(questions.is_none(machine, machine.diagrams.leaf(leaf)))
        told = _told(machine, leaf, type_, location, by_alias=by_alias, as_text=as_text)
        return machine.diagrams.choose(there, told, machine.none)

    return machine.each(value, one)


def is_treated(machine: Machine, shape: Shape, *, by_alias: bool, as_text: bool) -> bool:
    """Whether the dump of an object is something else than all of its fields under their names."""
    return reaches(machine.program, shape, lambda type_: _is_treated(type_, by_alias=by_alias, as_text=as_text))


def _is_treated(type_: Type, *, by_alias: bool, as_text: bool) -> bool:
    if type_.form != "pydantic":
        return bool(type_.serializers) or parameters.encodes_aliases(type_)
    renamed = parameters.has_aliases(type_) if by_alias or type_.dumps_aliases else parameters.needs_aliases(type_)
    return renamed or _leaves_out(type_, as_text)


def _is_altered(type_: Type, declared: Field, as_text: bool) -> bool:
    treatment = declared.treatment
    return treatment.dumped != "whole" or declared.name in type_.serializers or (as_text and treatment.masked)


def _told(
    machine: Machine, leaf: Reference, type_: Type, location: Location, *, by_alias: bool, as_text: bool
) -> Diagram:
    diagrams, whole = machine.diagrams, machine.diagrams.leaf(leaf)
    if "*" in type_.serializers:
        return machine.unseen(f"what a serializer makes of {type_.name}", location, (whole,))
    cell = machine.heap.cells[leaf.cell]
    cell.mapping = True
    if parameters.encodes_aliases(type_):
        return image(machine, "by_alias", Arguments((whole,)))
    for each in type_.fields:
        value = objects.field(machine, leaf, each.name, location)
        if each.treatment.dumped == "never":
            cell.fields[each.name] = diagrams.leaf(UNBOUND)
        elif _is_altered(type_, each, as_text):
            made = machine.unseen(f"what is dumped of {each.name}", location, (value,))
            cell.fields[each.name] = diagrams.choose(machine.given(value), made, value)
        elif is_treated(machine, each.shape, by_alias=by_alias, as_text=as_text):
            cell.fields[each.name] = _inside(machine, each, value, location, by_alias=by_alias, as_text=as_text)
    if not (by_alias or type_.dumps_aliases) or not parameters.has_aliases(type_):
        return whole
    if type_.computes_aliases or any(each.treatment.dumped_as == COMPUTED_ALIAS for each in type_.fields):
        return image(machine, "by_alias", Arguments((whole,)))
    made_of = machine.heap.make(Blank("dict"), MapOf(Unknown("field")))
    for name, value in objects.field_values(machine, leaf):
        declared = type_.field(name)
        alias = declared.treatment.dumped_as if declared is not None else ""
        machine.heap.cells[made_of.cell].fields[alias or name] = value
    return diagrams.leaf(made_of)


def _inside(
    machine: Machine, declared: Field, value: Diagram, location: Location, *, by_alias: bool, as_text: bool
) -> Diagram:
    """A part of a dump that is not all of the part."""
    if isinstance(declared.shape, Named):
        return as_declared(machine, value, location, by_alias=by_alias, as_text=as_text)
    if not reaches(machine.program, declared.shape, lambda type_: _leaves_out(type_, as_text)) and by_alias:
        return value  # what is dumped by alias is read by alias
    made = machine.unseen(f"what is dumped of {declared.name}", location, (value,))
    return machine.diagrams.choose(machine.given(value), made, value)


def _leaves_out(type_: Type, as_text: bool) -> bool:
    return bool(type_.serializers) or any(_is_altered(type_, each, as_text) for each in type_.fields)


def by_factory(
    machine: Machine, given: Diagram, factory: Diagram, *, paired: bool, location: Location
) -> Diagram | None:
    """The value that a factory makes of the fields of an object, ``paired`` with their names or not; ``None`` where it
    makes what is made without it."""
    if isinstance(factory, Leaf) and isinstance(factory.value, Outside) and factory.value.dotted in _PLAIN_FACTORIES:
        return None
    leaf = given.value if isinstance(given, Leaf) else None
    type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
    if type_ is None or not isinstance(leaf, Reference) or has_objects_inside(machine.program, type_):
        return unresolved(machine, "a factory of dumps", (factory,), location, (given,))
    entries = []
    for number, (name, value) in enumerate(objects.field_values(machine, leaf)):
        part = pair(machine, machine.diagrams.leaf(Constant.of(name)), value) if paired else value
        entries.append(Entry(str(number), machine.diagrams.true, part))
    told = machine.diagrams.leaf(machine.heap.container("list", entries))
    return machine.call(factory, (told,), (), location)


# ----------------------------------------------------------------------------------------------------------- texts


def printed(machine: Machine, operation: Operation, dotted: str, arguments: Arguments) -> tuple[Operation, str]:
    """The operation and name of a function of the library: those of ``repr()`` where it makes the same text."""
    given = arguments.values if operation is Operation.TEXT else ()
    if len(given) == 1 and value_kinds.has_one_text(machine, machine.heap.settle(given[0])):
        return Operation.IMAGE, REPR
    return operation, dotted


def text_of(machine: Machine, name: str, arguments: Arguments, location: Location) -> Diagram:
    """A text, or bytes, made of values: equal exactly where all is that it tells."""
    if name == REPR:
        printed = [_printed(machine, each, location) for each in arguments.values]
        in_forms = [form for each in arguments.values for form in forms.told(machine, each)]
        return image(machine, name, Arguments((*printed, *in_forms)))
    if name == ENCODING and arguments.positional:
        encoder = arguments.named_value("cls")
        if encoder is not None and encoder is not machine.none:
            return unresolved(machine, "an encoder", arguments.values, location)
        default = arguments.named_value("default")
        if default is not None:
            whole, *more = arguments.positional
            named = tuple(each for each in arguments.named if each[0] != "default")
            told = machine.each(whole, lambda leaf: _by_default(machine, leaf, default, location))
            arguments = Arguments((told, *more), named, arguments.unknown)
        is_sorted = arguments.named_value("sort_keys") is machine.diagrams.leaf(TRUE)
        name = f"{name} in order" if is_sorted else name
    return image(machine, name, arguments)


def _by_default(machine: Machine, leaf: Any, default: Diagram, location: Location) -> Diagram:
    """The form that ``json.dumps`` has of a value that it can't write itself."""
    whole = machine.diagrams.leaf(leaf)
    asked = default.value if isinstance(default, Leaf) else None
    if isinstance(asked, Outside) and machine.program.function_operation(asked.dotted) in _WHOLE:
        return whole
    if isinstance(asked, Outside) and asked.dotted in (_STR, REPR):
        return _printed(machine, whole, location, asked.dotted)
    type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
    if not isinstance(leaf, Reference):
        is_asked = not isinstance(leaf, Constant) and holds_code(machine, (default,))
        return unresolved(machine, "json.dumps(default=...)", (whole, default), location) if is_asked else whole
    if type_ is None or type_.is_keyed or machine.heap.is_fields(leaf):
        if has_objects(machine.program, machine.heap.cells[leaf.cell].shape) or holds_code(machine, (default,)):
            return unresolved(machine, "json.dumps(default=...)", (whole, default), location)
        return whole
    if has_objects_inside(machine.program, type_):
        return unresolved(machine, "json.dumps(default=...)", (whole, default), location)
    return machine.call(default, (whole,), (), location)


def _printed(machine: Machine, value: Diagram, location: Location, by: str = REPR) -> Diagram:
    """All that ``repr``, or ``str``, tells of a value."""
    names = TEXT[1:] if by == _STR else TEXT[2:]

    def one(leaf: Any) -> Diagram:
        whole = machine.diagrams.leaf(leaf)
        if not any(
            _hides_inside(machine, each, names) for each in all_in(machine, leaf) if isinstance(each, Reference)
        ):
            return whole
        type_ = None if machine.heap.is_fields(leaf) else objects.type_of(machine, leaf)
        found = (objects.member(machine, type_, name) for name in names) if type_ is not None else iter(())
        own = next((each for each in found if each is not None), None)
        if own is not None and isinstance(own[1], Function):
            return machine.call(machine.diagrams.leaf(Routine(own[1], whole, None)), (), (), location)
        if type_ is None or not _prints_fields(type_) or any(_hidden(machine, each) for each in type_.fields):
            return machine.unseen("what repr() tells", location, (whole,))
        made = machine.heap.copy(leaf)
        machine.heap.cells[made.cell].mapping = True
        for each in type_.fields:
            if not each.treatment.printed:
                machine.heap.cells[made.cell].fields[each.name] = machine.diagrams.leaf(UNBOUND)
        return machine.diagrams.leaf(made)

    return machine.each(value, one)


def _hides_inside(machine: Machine, leaf: Reference, names: Sequence[str]) -> bool:
    """Whether a text of an object, or of something inside it, does not tell all; of a mapping of fields, something
    inside."""
    type_ = objects.type_of(machine, leaf)
    shapes: list[Shape] = [machine.heap.cells[leaf.cell].shape] if type_ is None else [Named(type_.dotted)]
    if type_ is not None and machine.heap.is_fields(leaf):
        shapes = [each.shape for each in type_.fields]
    return any(reaches(machine.program, shape, lambda each: _hides(machine, each, names)) for shape in shapes)


def _hides(machine: Machine, type_: Type, names: Sequence[str] = TEXT[2:]) -> bool:
    """Whether a text of a type, which one of these methods makes, does not tell all of its fields."""
    if not type_.structured or type_.is_keyed:
        return False
    if any(objects.member(machine, type_, name) is not None for name in names) or not _prints_fields(type_):
        return True
    return any(not each.treatment.printed for each in type_.fields)


def _hidden(machine: Machine, declared: Field) -> bool:
    """Whether ``repr`` tells something of a field, and not all of it."""
    return declared.treatment.printed and reaches(machine.program, declared.shape, lambda each: _hides(machine, each))


def _prints_fields(type_: Type) -> bool:
    return type_.prints_fields or type_.has_unknown_base
