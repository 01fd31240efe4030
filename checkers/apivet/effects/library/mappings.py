"""Objects as mappings of their fields, and objects made of such mappings: ``model_dump`` and ``model_validate``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from apivet.effects import checking, elements, objects, parameters, questions, storing
from apivet.effects.cells import Entry
from apivet.effects.declared import reaches
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality import comparing
from apivet.effects.frames import Arguments
from apivet.effects.library import dumps
from apivet.effects.library.copies import STRICT_FORMS, as_new_mapping, copied, image
from apivet.effects.making import after_making
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, NONE, UNBOUND, Constant, Input, Reference, TypeValue, Zero
from apivet.program.model import Field, Named, Type
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED

#: Arguments that are asked what to leave out, or to make of a value.
_CALLBACKS = ("filter", "value_serializer")
#: Selections leave fields out of a mapping (pydantic, attrs): the guard under which one is kept.
_Selection = Callable[[Machine, Reference, Field, Diagram], Diagram]


def as_mapping(machine: Machine, arguments: Arguments, location: Location, *, as_text: bool = False) -> Diagram:
    """The fields of an object as a mapping of their own, without those that are named for leaving out."""
    factory = arguments.named_value("dict_factory") or (arguments.at(1) if len(arguments.positional) > 1 else None)
    if factory is not None:
        told = dumps.by_factory(machine, arguments.positional[0], factory, paired=True, location=location)
        if told is not None:
            return told
    made = copied(machine, arguments.positional[0], machine.heap.deep_copy)
    for _, leaf in machine.diagrams.cases(made, machine.guard):
        if isinstance(leaf, Reference):
            _dump(machine, leaf)
    for name, selection in arguments.named:
        if name in ("include", "exclude") and selection is not machine.none:
            if not _select(machine, made, selection, name == "include", location):
                return machine.unseen(f"an image with {name}", location, (made, selection))
        elif name in _SELECTIONS and not _is_off(selection):
            _keep_where(machine, arguments.positional[0], made, _SELECTIONS[name])
        elif name in _CALLBACKS and selection is not machine.none:
            return machine.unseen(f"an image with {name}", location, (made, selection))
    by_alias = arguments.named_value("by_alias")
    return dumps.as_declared(
        machine, made, location, by_alias=by_alias is not None and not _is_off(by_alias), as_text=as_text
    )


def own_fields(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The fields of an object as a mapping of their own, which shares what lies in them: ``msgspec.structs.asdict``."""
    return as_new_mapping(machine, machine.diagrams.transform(arguments.positional[0], partial(_fields_of, machine)))


def _fields_of(machine: Machine, leaf: Leaf) -> Diagram:
    if not isinstance(leaf.value, Reference):
        return leaf
    return machine.diagrams.leaf(machine.heap.fields_of(leaf.value))


def _dump(machine: Machine, leaf: Reference) -> None:
    """Let a copy be a mapping, and what is inside of it: libraries know their own types, or those of others too."""
    type_ = objects.type_of(machine, leaf)
    form = type_.form if type_ is not None and type_.form in STRICT_FORMS else "*"
    machine.heap.dump(leaf, form)
    machine.heap.cells[leaf.cell].mapping = True


def as_tuple(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The fields of an object as a tuple of their own."""
    given = arguments.positional[0]
    factory = arguments.named_value("tuple_factory") or arguments.at(1)
    if factory is not None:
        told = dumps.by_factory(machine, given, factory, paired=False, location=location)
        if told is not None:
            return told

    def one(leaf: Any) -> Diagram:
        if not isinstance(leaf, Reference) or not objects.is_data(machine, leaf):
            return image(machine, "tuple", Arguments((machine.diagrams.leaf(leaf), *arguments.values[1:])))
        made = machine.heap.deep_copy(leaf)
        _dump(machine, made)
        type_ = objects.type_of(machine, made)
        entries = [
            Entry(str(place), machine.diagrams.true, objects.field(machine, made, declared.name, location))
            for place, declared in enumerate(type_.fields if type_ is not None else ())
        ]
        return machine.diagrams.leaf(machine.heap.container("tuple", entries))

    return machine.each(given, one)


def _is_off(value: Diagram) -> bool:
    return isinstance(value, Leaf) and value.value in (NONE, FALSE)


# ------------------------------------------------------------------------------------------------------ selections


def _select(machine: Machine, made: Diagram, selection: Diagram, included: bool, location: Location) -> bool:
    """Leave out the fields that a set or a mapping of names says; ``False`` where it can't be read."""
    chosen = _chosen(machine, selection)
    if chosen is None:
        return False
    for where, leaf in machine.diagrams.cases(made, machine.guard):
        if not isinstance(leaf, Reference):
            continue
        entered, machine.guard = machine.guard, where
        for name in objects.names_in(machine, leaf):
            inner = chosen.get(name)
            if (name not in chosen) if included else (name in chosen and inner is None):
                storing.put(machine, machine.diagrams.leaf(leaf), name, machine.diagrams.leaf(UNBOUND), location)
            elif inner is not None:
                part = objects.get(machine, machine.diagrams.leaf(leaf), name, location)
                if not _select(machine, part, inner, included, location):
                    machine.guard = entered
                    return False
        machine.guard = entered
    return True


def _chosen(machine: Machine, selection: Diagram) -> dict[str, Diagram | None] | None:
    """The names that are written out, each with the selection inside it where there is one."""
    reference = selection.value if isinstance(selection, Leaf) else None
    if not isinstance(reference, Reference):
        return None
    cell = machine.heap.cells[reference.cell]
    if not cell.made:
        return None
    found: dict[str, Diagram | None] = {}
    for name, inner in cell.fields.items():
        deeper = isinstance(inner, Leaf) and isinstance(inner.value, Reference)
        found[name] = inner if deeper else None
    for entry in machine.heap.entries(reference) or ():
        value = entry.value.value if isinstance(entry.value, Leaf) else None
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            return None
        found[value.value] = None
    return found


def _keep_where(machine: Machine, source: Diagram, made: Diagram, keeps: _Selection) -> None:
    """Leave each field out where a condition on it does not hold."""
    for (_, original), (_, leaf) in zip(
        machine.diagrams.cases(source, machine.guard), machine.diagrams.cases(made, machine.guard)
    ):
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        for declared in type_.held if type_ is not None else ():
            value = objects.field(machine, leaf, declared.name, machine.nowhere)
            stays = keeps(machine, original, declared, value)
            cell = machine.heap.cells[leaf.cell]
            cell.fields[declared.name] = machine.diagrams.choose(stays, value, machine.diagrams.leaf(UNBOUND))


def _was_set(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    """A field that was not set has its default; a container or an object may have been changed since."""
    was_set = objects.was_set(machine, original, declared.name)
    if isinstance(declared.shape, objects.STRUCTURED_SHAPES):
        return was_set
    return machine.diagrams.either(was_set, _is_not_default(machine, original, declared, value))


def _is_not_none(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    return machine.diagrams.negate(questions.is_none(machine, value))


def _is_not_default(machine: Machine, original: Reference, declared: Field, value: Diagram) -> Diagram:
    type_ = objects.type_of(machine, original)
    if type_ is None or not declared.has_default:
        return machine.diagrams.true
    new = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    _dump(machine, new)
    default = objects.field(machine, new, declared.name, machine.nowhere)
    return machine.diagrams.negate(comparing.same(machine, value, default))


_SELECTIONS: dict[str, _Selection] = {
    "exclude_unset": _was_set,
    "skip_defaults": _was_set,
    "exclude_none": _is_not_none,
    "exclude_defaults": _is_not_default,
}


# --------------------------------------------------------------------------------------------------------- objects


def validated(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``convert(mapping, T)``: an object of that type."""
    type_ = arguments.at(1) or arguments.named_value("type") or machine.none
    return as_object_of(machine, type_, arguments.positional[0], location)


def as_object_of(machine: Machine, type_: Diagram, value: Diagram, location: Location) -> Diagram:
    """An object of a type, given as a value."""
    if isinstance(type_, Leaf) and isinstance(type_.value, TypeValue) and type_.value.type.structured:
        return as_object(machine, type_.value.type, value, location)
    return machine.unseen("an object of a type that can't be told", location, (value,))


def as_object(machine: Machine, type_: Type, value: Diagram, location: Location) -> Diagram:
    """An object of a type, made of a mapping of its fields. An object is taken as it is."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference):
            own = objects.type_of(machine, leaf)
            if own is not None and not machine.heap.is_fields(leaf):
                return machine.diagrams.leaf(leaf)
            renamed = reaches(machine.program, Named(type_.dotted), parameters.needs_aliases)
            if renamed and type_.form == "msgspec":
                return machine.unseen(
                    f"{type_.name} is built by encoded names", location, (machine.diagrams.leaf(leaf),)
                )
            if _is_whole(machine, leaf) and not renamed:
                made = _as_whole(machine, type_, leaf)
                checking.check_again(machine, type_, made, location)
                after_making(machine, type_, made, {}, location)
                return machine.diagrams.leaf(made)
            if elements.is_keyed(machine, leaf) and not machine.heap.entries(leaf):
                return machine.diagrams.leaf(_made_of(machine, type_, leaf, location))
        elif leaf == NONE:
            return machine.none
        return machine.unseen(
            f"{type_.name} is built of what can't be seen through", location, (machine.diagrams.leaf(leaf),)
        )

    return machine.each(value, one)


def _as_whole(machine: Machine, type_: Type, leaf: Reference) -> Reference:
    """An object with the fields of a mapping, in which mappings are objects too."""
    if machine.heap.cells[leaf.cell].dumped:
        made = machine.heap.deep_copy(leaf)
        machine.heap.dump(made, "")
    else:
        made = machine.heap.copy(leaf)
        machine.heap.cells[made.cell].mapping = False
    if type_.open and type_.drops_undeclared:
        new = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
        machine.heap.cells[made.cell].fields[UNDECLARED] = objects.field(machine, new, UNDECLARED, machine.nowhere)
    return made


def _is_whole(machine: Machine, reference: Reference) -> bool:
    """Whether a mapping is that of all fields of an object that was given, whatever some of them are set to."""
    cell = machine.heap.cells[reference.cell]
    given = isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input) and machine.heap.is_fields(reference)
    return given and all(machine.given(value) is machine.diagrams.true for value in cell.fields.values())


def _made_of(machine: Machine, type_: Type, leaf: Reference, location: Location) -> Reference:
    made = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    take_fields(machine, type_, made, leaf, location)
    after_making(machine, type_, made, {}, location)
    return made


def as_part(machine: Machine, declared: Field, value: Diagram, location: Location) -> Diagram:
    """The object that is made of a mapping that a field is given."""
    inner = machine.program.type(declared.shape.dotted) if isinstance(declared.shape, Named) else None
    if inner is None or not inner.structured or inner.is_keyed:
        return value
    return _part(machine, inner, value, location)


def take_fields(
    machine: Machine, type_: Type, made: Reference, leaf: Reference, location: Location, *, makes_parts: bool = True
) -> None:
    """Give a new object of a type the fields of a mapping; what the mapping lacks has its default. Mappings inside stay
    what they are, unless objects are made of them."""
    keys = elements.keys_of(machine, leaf)
    for key, present, given in sorted(keys, key=lambda each: parameters.is_alias(type_, each[0])):
        taken = parameters.take(machine, type_, made, type_.part_in(key), given, location)
        if taken is None or present is machine.diagrams.false:
            continue
        name, value = taken
        declared = type_.field(name)
        if declared is None and not type_.open:
            continue
        if declared is not None:
            value = as_part(machine, declared, value, location) if makes_parts else value
            entered, machine.guard = machine.guard, machine.diagrams.both(machine.guard, present)
            value = checking.checked(machine, type_, made, name, value, location, is_encoded=True)
            failed = machine.diagrams.both(present, machine.diagrams.negate(machine.guard))
            machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(failed))
        before: Diagram = machine.diagrams.leaf(UNBOUND)
        if present is not machine.diagrams.true:
            before = objects.field(machine, made, name, location)
        machine.heap.cells[made.cell].fields[name] = machine.diagrams.choose(present, value, before)
        machine.heap.note_store(machine.guard, made, name, machine.heap.settle(value), location)


def _part(machine: Machine, type_: Type, value: Diagram, location: Location) -> Diagram:
    """A part of a mapping, as the object that it stands for; anything else as it is."""

    def one(leaf: Any) -> Diagram:
        mapped = isinstance(leaf, Reference) and elements.is_keyed(machine, leaf) and not machine.heap.entries(leaf)
        whole = machine.diagrams.leaf(leaf)
        return as_object(machine, type_, whole, location) if mapped else whole

    return machine.each(value, one)
