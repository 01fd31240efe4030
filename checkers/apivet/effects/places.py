"""Objects that are values: copies of them, addresses, and places that are overwritten.

In some languages ``a = b`` copies a structure, and ``p = &a.part`` is the part itself. An object stays the object that
it is when another value is put in its place, so that all who have its address see that. Where nobody has, the place
gets the new object, which is the same thing for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from apivet.effects import definitions, elements, interception, lookups, objects, ordering, questions, storing
from apivet.effects.assignment_targets import assign
from apivet.effects.captured import captured
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Arguments, CallFrame
from apivet.effects.library.copies import made
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import NONE, UNBOUND, Computed, Place, Reference, Truthy, Unseen, Zero
from apivet.program import syntax
from apivet.program.failures import ANY
from apivet.program.model import Field, ListOf, MapOf, Named, Scalar, Type, Unknown
from apivet.verdicts import Location

# --------------------------------------------------------------------------------------------------------- copies


def copied(machine: Machine, node: syntax.Copied) -> Diagram:
    """A copy of a value, or a list of copies of the elements of one."""
    value = machine.evaluate(node.value)
    if node.elements:
        return machine.each(value, lambda leaf: _own_list(machine, leaf, node.location))
    copy = copy_of(machine, value, node.location)
    for leaf in leaves(copy) if node.boxed else ():
        if isinstance(leaf.value, Reference):
            machine.heap.cells[leaf.value.cell].boxed = True
    return copy


def copy_of(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """A copy of a value: what lies in it by value is copied, the rest is shared."""
    return machine.diagrams.transform(value, lambda leaf: _copy(machine, leaf.value, location))


def _copy(machine: Machine, leaf: Any, location: Location) -> Diagram:
    held = machine.heap.behind(leaf) if isinstance(leaf, Unseen) else leaf
    if not isinstance(held, Reference):
        return machine.diagrams.leaf(leaf)
    cell = machine.heap.cells[held.cell]
    type_ = objects.type_of(machine, held)
    if type_ is not None:
        return machine.diagrams.leaf(_copy_fields(machine, held, type_, location))
    if isinstance(cell.shape, (Scalar, ListOf, MapOf)) or cell.entries is not None:
        return machine.diagrams.leaf(leaf)
    whole = machine.diagrams.leaf(held)
    return holding(
        machine, machine.unseen("a copy of something of which the type is not known", location, (whole,)), [whole]
    )


def _copy_fields(machine: Machine, reference: Reference, type_: Type, location: Location) -> Reference:
    copy = machine.heap.copy(reference)
    cell = machine.heap.cells[copy.cell]
    cell.family, cell.pointed, cell.boxed, cell.since = {}, False, False, machine.guard
    for each in type_.fields:
        if isinstance(each.shape, Scalar) and each.name not in cell.fields:
            continue
        value = storing.standing(machine, reference, each.name, location)
        cell.fields[each.name] = _own_part(machine, each, value, location) if each.by_value else value
    return copy


def _own_part(machine: Machine, declared: Field, value: Diagram, location: Location) -> Diagram:
    if not isinstance(declared.shape, ListOf):
        return copy_of(machine, value, location)
    is_shared = declared.shares_elements
    return machine.each(value, lambda leaf: _own_list(machine, leaf, location, is_shared=is_shared))


def _own_list(machine: Machine, leaf: Any, location: Location, *, is_shared: bool = False) -> Diagram:
    """A new list of copies of the elements, or of the very elements that are ``is_shared``; what can't be looked into
    gives an unseen one."""
    if leaf == NONE:
        return machine.diagrams.leaf(machine.heap.container("list", []))
    held = machine.heap.object_behind(leaf)
    entries = machine.heap.entries(held) if held is not None else None
    if held is None or entries is None:
        return machine.lose([machine.diagrams.leaf(leaf)], "elements are copied that can't be seen", location)
    shape = machine.heap.cells[held.cell].shape
    own = [replace(each, value=each.value if is_shared else copy_of(machine, each.value, location)) for each in entries]
    if isinstance(shape, ListOf) and shape.length is not None:
        made = machine.heap.copy(held)  # which is known to be equal as a whole
        machine.heap.cells[made.cell].family, machine.heap.cells[made.cell].entries = {}, own
        return machine.diagrams.leaf(made)
    made = machine.heap.container("list", own)
    if isinstance(shape, ListOf):
        machine.heap.cells[made.cell].shape = shape
    ordering.mark_order(machine, made, ordering.order_of(machine, machine.diagrams.leaf(held)))
    return machine.diagrams.leaf(made)


def make(machine: Machine, node: syntax.Made) -> Diagram:
    """A new object."""
    given = [(name, machine.evaluate(value)) for name, value in node.fields]
    if machine.program.type(node.dotted) is None:
        return made(machine, node.dotted, Arguments((), tuple(given)), node.location)
    reference = machine.heap.make(Zero(node.dotted), Named(node.dotted))
    machine.heap.cells[reference.cell].since = machine.guard
    for name, value in given:
        machine.heap.cells[reference.cell].fields[name] = value
        machine.heap.note_store(machine.guard, reference, name, machine.heap.settle(value), node.location)
    return machine.diagrams.leaf(reference)


def holding(machine: Machine, value: Diagram, parts: Sequence[Diagram]) -> Diagram:
    """An unseen value by way of which anything may be changed that the parts lead to; what is done to it is kept."""
    for found in leaves(value):
        assert isinstance(found.value, Unseen)
        machine.heap.behind(found.value)
    return machine.heap.made_of(machine.guard, (*parts, *captured(machine, tuple(parts))), value)


def key(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A value as a key: texts and numbers as they are."""

    def one(leaf: Any) -> Diagram:
        value = machine.diagrams.leaf(leaf)
        if machine.heap.object_behind(leaf) is None and not isinstance(leaf, Place):
            return value
        return holding(machine, machine.unseen("a key that is no plain value", location, (value,)), (value,))

    return machine.each(arguments.positional[0], one)


# ------------------------------------------------------------------------------------------------------ addresses


def address(machine: Machine, node: syntax.Address) -> Diagram:
    """``&place``."""
    place = node.place
    if isinstance(place, syntax.Pointee):
        return machine.evaluate(place.pointer)
    if node.is_object:
        value = machine.evaluate(place)
        for leaf in leaves(value):
            held = machine.heap.object_behind(leaf.value)
            if held is not None:
                machine.heap.cells[held.cell].pointed = True
        return value
    if isinstance(place, syntax.Name):
        frame = _holder_of(machine, place.name)
        if frame is not None:
            return machine.diagrams.leaf(Place(frame.number, place.name, True))
    if isinstance(place, syntax.Attribute):
        holder = machine.evaluate(place.value)
        return machine.each(holder, lambda leaf: _place_in(machine, leaf, place.name, node.location))
    value = machine.evaluate(place)
    holders = [machine.evaluate(place.value)] if isinstance(place, syntax.Subscript) else []
    return machine.lose([value, *holders], "the address of a part is taken", node.location)


def _holder_of(machine: Machine, name: str) -> CallFrame | None:
    """The frame that has a variable."""
    frame: CallFrame | None = machine.frame
    while frame is not None and (name not in frame.variables or name in frame.outer):
        frame = machine.frames[frame.parent] if frame.parent is not None else None
    return frame


def _place_in(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram:
    if leaf in (NONE, UNBOUND):
        machine.fail(machine.diagrams.true, ANY)
        return machine.none
    held = machine.heap.behind(leaf) if isinstance(leaf, (Unseen, Computed)) else leaf
    if isinstance(held, Reference):
        machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), ANY)
        machine.heap.cells[held.cell].pointed = True
        machine.heap.parted.add(held.cell)
        return machine.diagrams.leaf(Place(held.cell, name, False))
    return machine.unseen("the address of a part", location, (machine.diagrams.leaf(leaf),))


def value_at(machine: Machine, place: Place) -> Diagram:
    """The value at an address."""
    if place.is_variable:
        return machine.frames[place.holder].variables[place.name]
    return storing.standing(machine, Reference(place.holder), place.name, machine.nowhere)


def pointee(machine: Machine, node: syntax.Pointee) -> Diagram:
    """``*pointer``."""

    def one(leaf: Any) -> Diagram:
        whole = machine.diagrams.leaf(leaf)
        if isinstance(leaf, Place):
            return value_at(machine, leaf)
        if leaf == NONE or isinstance(leaf, Reference):
            machine.fail(questions.is_none(machine, whole), ANY)
        return whole

    return machine.each(machine.evaluate(node.pointer), one)


# --------------------------------------------------------------------------------------------------- overwriting


def overwrite(machine: Machine, node: syntax.Overwrite) -> None:
    """``target = value``."""
    value = machine.evaluate(node.value)
    machine.heap.hold(value)
    target = node.target
    if not machine.alive:
        return
    if isinstance(target, syntax.Pointee):
        machine.for_each(machine.evaluate(target.pointer), lambda leaf: _write(machine, leaf, value, target.location))
    elif isinstance(target, syntax.Name):
        _replace(machine, machine.variable(target.name), value, target)
    elif isinstance(target, syntax.Attribute):
        holder = machine.evaluate(target.value)

        def put(leaf: Any) -> None:
            here = _standing_child(machine, leaf, target.name)
            if here is None or not _is_pointed(machine, here):
                interception.assign(machine, machine.diagrams.leaf(leaf), target.name, value, target.location)
            else:
                _take_each(machine, here, value, target.location)

        machine.for_each(holder, put)
    elif isinstance(target, syntax.Subscript):
        holder, index = machine.evaluate(target.value), machine.evaluate(target.index)
        machine.for_each(holder, lambda leaf: _put_element(machine, leaf, index, value, target.location))
    else:
        assign(machine, target, value)


def _put_element(machine: Machine, leaf: Any, index: Diagram, value: Diagram, location: Location) -> None:
    """``holder[index] = value``. The values of a mapping have no address, and there need be none yet."""
    holder = machine.diagrams.leaf(leaf)
    is_mapping = isinstance(leaf, Reference) and elements.is_mapping(machine, leaf)
    may_be_pointed = not is_mapping and any(cell.pointed for cell in machine.heap.cells)
    here = lookups.get_item(machine, holder, index, location) if may_be_pointed else machine.none
    elements.put_item(machine, holder, index, value, location)
    machine.for_each(here, lambda each: _take_if_pointed(machine, each, value, location))


def _standing_child(machine: Machine, leaf: Any, name: str) -> Diagram | None:
    """The object under a name, where anybody looked at it."""
    held = machine.heap.object_behind(leaf)
    if held is None:
        return None
    own = machine.heap.own_field(held, name)
    if own is not None:
        return own
    cell = machine.heap.cells[held.cell]
    is_looked_at = name in cell.family or any(part == name for _, part in cell.hidden)
    return storing.standing(machine, held, name, machine.nowhere) if is_looked_at else None


def _is_pointed(machine: Machine, value: Diagram) -> bool:
    """Whether somebody has the address of an object, or of a value inside it; of an array, too."""
    seen: set[int] = set()
    pending = [leaf.value.cell for leaf in leaves(value) if isinstance(leaf.value, Reference)]
    while pending:
        cell = machine.heap.cells[pending.pop()]
        if cell.number in seen:
            continue
        seen.add(cell.number)
        if cell.pointed:
            return True
        type_ = objects.type_of(machine, Reference(cell.number))
        inside = [entry.value for entry in cell.entries or ()]
        for each in () if type_ is None else type_.fields:
            here = _standing_child(machine, Reference(cell.number), each.name) if _is_inside(each) else None
            inside += [] if here is None else [here]
        pending += [leaf.value.cell for each in inside for leaf in leaves(each) if isinstance(leaf.value, Reference)]
    return False


def _is_inside(declared: Field) -> bool:
    """Whether what lies under a field is a part of its holder, and so are its elements."""
    return declared.by_value and not declared.shares_elements


def _replace(machine: Machine, here: Diagram | None, value: Diagram, target: syntax.Name) -> None:
    if here is None or not _is_pointed(machine, here):
        assign(machine, target, value)
    else:
        _take_each(machine, here, value, target.location)


def _take_each(machine: Machine, here: Diagram, value: Diagram, location: Location) -> None:
    machine.for_each(here, lambda leaf: _write(machine, leaf, value, location))


def _take_if_pointed(machine: Machine, leaf: Any, value: Diagram, location: Location) -> None:
    if isinstance(leaf, Reference) and machine.heap.cells[leaf.cell].pointed:
        _write(machine, leaf, value, location)


def _write(machine: Machine, leaf: Any, value: Diagram, location: Location) -> None:
    """Put a value where an address leads."""
    if isinstance(leaf, Place):
        if leaf.is_variable:
            variables = machine.frames[leaf.holder].variables
            variables[leaf.name] = machine.diagrams.choose(machine.guard, value, variables[leaf.name])
        else:
            storing.put(machine, machine.diagrams.leaf(Reference(leaf.holder)), leaf.name, value, location)
        return
    if leaf in (NONE, UNBOUND):
        machine.fail(machine.diagrams.true, ANY)
        return
    held = machine.heap.behind(leaf) if isinstance(leaf, Unseen) else leaf
    type_ = objects.type_of(machine, held) if isinstance(held, Reference) else None
    if isinstance(held, Reference) and type_ is not None:
        machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), ANY)
        machine.for_each(value, lambda source: _take_over(machine, held, type_, source, location))
        return
    if isinstance(held, Reference) and machine.heap.cells[held.cell].entries is not None:
        machine.for_each(value, lambda source: _take_elements(machine, held, source, location))
        return
    if isinstance(held, Reference) and isinstance(machine.heap.cells[held.cell].shape, Unknown):
        machine.lose([machine.diagrams.leaf(held)], "something of an unknown type is overwritten", location, [value])
        return
    lose_all(machine, "something is put where a pointer leads that can't be followed", location, [value])


def _take_elements(machine: Machine, target: Reference, source: Any, location: Location) -> None:
    """Let an array hold what another one holds, each in its place."""
    held = machine.heap.object_behind(source)
    if held == target:
        return
    here, coming = ([] if each is None else machine.heap.entries(each) or [] for each in (target, held))
    both = [machine.diagrams.leaf(each) for each in (target, held) if each is not None]
    is_known = bool(here) and _places(here) == _places(coming)
    if not is_known or any(ordering.order_of(machine, each) is not None for each in both):
        lose_all(machine, "an array is overwritten that can't be seen", location, [machine.diagrams.leaf(source)])
        return
    for stood, new in zip(here, coming):
        _take_each(machine, stood.value, new.value, location)


def _places(entries: Sequence[Entry]) -> list[tuple[str, Diagram]]:
    return [(each.key, each.present) for each in entries]


def _has_fields_of(other: Type, type_: Type) -> bool:
    """Whether an object of another type may be seen as one of a type: their fields go by the same names."""
    return other is type_ or [each.name for each in other.fields] == [each.name for each in type_.fields]


def _take_over(machine: Machine, target: Reference, type_: Type, source: Any, location: Location) -> None:
    """Let an object hold what another one holds, whatever it held before."""
    diagrams, heap, guard = machine.diagrams, machine.heap, machine.guard
    cell = heap.cells[target.cell]
    whole = heap.settle(diagrams.leaf(source))
    held = source if isinstance(source, Reference) else None
    other = objects.type_of(machine, held) if held is not None else None
    if held is None or other is None or not _has_fields_of(other, type_):
        machine.lose(
            [diagrams.leaf(target)], "an object is overwritten by a value that can't be seen", location, [whole]
        )
        return
    if held.cell == target.cell:
        return
    coming = {each.name: storing.standing(machine, held, each.name, location) for each in type_.fields}
    before = {each.name: storing.standing(machine, target, each.name, location) for each in type_.fields}
    base = heap.cells[held.cell].base
    for each in type_.fields:
        value, stood = coming[each.name], before[each.name]
        if _is_inside(each) and _is_pointed(machine, stood):
            _take_each(machine, stood, value, location)
            cell.fields[each.name] = stood
        else:
            for tell in heap.on_store:
                tell(target.cell, each.name, stood)
            cell.fields[each.name] = heap.value_from_now(guard, cell, value, stood)
    cell.base = heap.value_from_now(guard, cell, base, cell.base)
    cell.overwritten = True
    heap.note_store(guard, target, None, whole, location)


def lose_all(machine: Machine, reason: str, location: Location, read: list[Diagram]) -> Diagram:
    """Anything that a variable leads to may be changed."""
    values = [value for frame in machine.stack for value in frame.variables.values()]
    return machine.lose(values, reason, location, read)


# ----------------------------------------------------------------------------------------------------------- others


def lost(machine: Machine, node: syntax.Lost) -> None:
    """A statement that can't be seen through."""
    given = [machine.evaluate(part) for part in node.parts]
    given += _of_packages(machine) if node.is_outer else []
    result = unresolved(machine, node.note, tuple(given), node.location)
    if node.goes_on:
        machine.awaiting_the_end += given
    if node.is_outer:
        definitions.keep_in_variables(machine, result)
    for leaf in leaves(result) if node.names else ():
        if isinstance(leaf.value, Unseen):
            machine.heap.behind(leaf.value)  # what is done later to what it may hold shows in it
    for name in node.names:
        machine.bind(name, result)
    if node.leaves and machine.alive:
        machine.note_exit(node.location)
        frame = machine.frame
        gone = machine.diagrams.decide(Truthy(Computed("leaves here", (result,))))
        left = machine.diagrams.both(machine.guard, gone)
        frame.value = machine.diagrams.choose(left, result, frame.value)
        frame.has_result = True
        frame.returned = machine.diagrams.either(frame.returned, left)
        machine.guard = machine.diagrams.both(machine.guard, machine.diagrams.negate(gone))


def _of_packages(machine: Machine) -> list[Diagram]:
    """Anything that variables of packages hold, as far as it can't be told, and what was kept there."""
    lasting = sorted(
        (each for each in machine.heap.lasting_values if isinstance(each, Unseen)), key=attrgetter("number")
    )
    for each in lasting:
        machine.heap.behind(each)
    return [*map(machine.diagrams.leaf, lasting), *machine.heap.kept]


def fault(machine: Machine, node: syntax.Fault) -> Diagram:
    """A path ends."""
    machine.note_exit(node.location, node.note)
    if node.in_doubt:
        machine.doubt(machine.diagrams.true)
    machine.refuse(machine.diagrams.true, ANY)
    return machine.none
