"""Objects as mappings of their fields, and objects made of such mappings: ``model_dump`` and ``model_validate``."""

from __future__ import annotations

from functools import partial
from typing import Any

from apivet.effects import checking, elements, objects, parameters
from apivet.effects.cells import Entry
from apivet.effects.declared import reaches
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.library import dumps, selections
from apivet.effects.library.copies import STRICT_FORMS, as_new_mapping, copied, image, in_own_way
from apivet.effects.making import after_making
from apivet.effects.state import Machine
from apivet.effects.values import NONE, UNBOUND, Input, Reference, TypeValue, Zero
from apivet.program.model import Field, Named, Type, innermost
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED

#: Arguments that are asked what to leave out, or to make of a value.
_CALLBACKS = ("filter", "value_serializer")
#: The form of which dumps are deep copies of all inside that is not of it.
_COPYING_FORM = "dataclass"


def as_mapping(machine: Machine, arguments: Arguments, location: Location, *, as_text: bool = False) -> Diagram:
    """The fields of an object as a mapping of their own, without those that are named for leaving out."""
    recursing = arguments.named_value("recurse")
    if recursing is not None and selections.is_off(recursing):
        if arguments.values != (*arguments.positional, recursing):
            return machine.unseen("a mapping of chosen parts themselves", location, arguments.values)
        return own_fields(machine, Arguments(arguments.positional[:1]), location)
    factory = arguments.named_value("dict_factory") or (arguments.at(1) if len(arguments.positional) > 1 else None)
    if factory is not None:
        told = dumps.by_factory(machine, arguments.positional[0], factory, paired=True, location=location)
        if told is not None:
            return told
    own = _copied_on_the_way(machine, arguments.positional[0], location)
    if own is not None:
        return own
    made = copied(machine, arguments.positional[0], machine.heap.deep_copy)
    for _, leaf in machine.diagrams.cases(made, machine.guard):
        if isinstance(leaf, Reference):
            _dump(machine, leaf)
    if not selections.select(machine, made, arguments, location):
        return machine.unseen("an image of selected fields", location, (made, *arguments.values[1:]))
    selections.sift(machine, arguments.positional[0], made, arguments)
    callbacks = [each for name in _CALLBACKS if (each := arguments.named_value(name)) not in (None, machine.none)]
    if callbacks or arguments.unknown:
        return machine.unseen("an image with arguments of its own", location, (made, *callbacks, *arguments.unknown))
    by_alias = arguments.named_value("by_alias")
    return dumps.as_declared(
        machine, made, location, by_alias=by_alias is not None and not selections.is_off(by_alias), as_text=as_text
    )


def _copied_on_the_way(machine: Machine, value: Diagram, location: Location) -> Diagram | None:
    """The dump of a dataclass that copies what is no dataclass inside of it in a way of the tree; ``None`` where there
    is no such thing."""
    types = [objects.type_of(machine, leaf.value) for leaf in leaves(value) if isinstance(leaf.value, Reference)]
    if not any(type_ is not None and type_.form == _COPYING_FORM for type_ in types):
        return None
    return in_own_way(machine, value, location, but_for=_COPYING_FORM)


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
    own = _copied_on_the_way(machine, given, location)
    if own is not None:
        return own

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
    """An object of a type, made of a mapping of its fields, or of an object of another type that has such fields. One
    of its own is taken as it is."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference):
            own = objects.type_of(machine, leaf)
            is_other = own is not None and _is_other(machine, own.dotted, type_)
            if own is not None and not is_other and not machine.heap.is_fields(leaf):
                return machine.diagrams.leaf(leaf)
            renamed = reaches(machine.program, Named(type_.dotted), parameters.needs_aliases)
            if is_other and not renamed:
                return machine.diagrams.leaf(_made_of(machine, type_, leaf, location))
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


def _is_other(machine: Machine, dotted: str, type_: Type) -> bool:
    """Whether objects of the type of that name are none of another one."""
    own = machine.program.type(dotted)
    return own is not None and all(each.dotted != type_.dotted for each in machine.program.ancestry(own))


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
    if not given or any(selections.has_veiled(machine, value) for value in cell.fields.values()):
        return False
    return all(machine.given(value) is machine.diagrams.true for value in cell.fields.values())


def _made_of(machine: Machine, type_: Type, leaf: Reference, location: Location) -> Reference:
    made = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    take_fields(machine, type_, made, leaf, location)
    after_making(machine, type_, made, {}, location)
    return made


def as_part(machine: Machine, declared: Field, value: Diagram, location: Location) -> Diagram:
    """The object that is made of a mapping that a field is given."""
    value = selections.restored(machine, value, declared.shape, location)
    held = innermost(declared.shape)
    inner = machine.program.type(held.dotted) if isinstance(held, Named) else None
    if inner is None or not inner.structured or inner.is_keyed:
        return value
    if held is declared.shape:
        return _part(machine, inner, value, location)
    others = [leaf for leaf in leaves(value) if _holds_others(machine, leaf.value, inner)]
    return machine.unseen("elements are built of those of another type", location, (value,)) if others else value


def _holds_others(machine: Machine, container: object, type_: Type) -> bool:
    """Whether the elements of a container are objects of another type than this one, or were."""
    held = innermost(machine.heap.cells[container.cell].shape) if isinstance(container, Reference) else None
    return isinstance(held, Named) and _is_other(machine, held.dotted, type_)


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
        own = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        mapped = mapped or (own is not None and own.structured and _is_other(machine, own.dotted, type_))
        whole = machine.diagrams.leaf(leaf)
        return as_object(machine, type_, whole, location) if mapped else whole

    return machine.each(value, one)
