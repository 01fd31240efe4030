"""Going through the elements of values, and the order in which they come."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apivet.effects import distinct, flags, lacking, objects, opaque, ordering, questions, special
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.elements import entries_of, is_mapping, keyed_fields, named_keys, named_pair
from apivet.effects.limits import LETTERS
from apivet.effects.mapping_keys import key_of
from apivet.effects.objects import type_attribute
from apivet.effects.ordering import order_of
from apivet.effects.state import Machine
from apivet.effects.unfollowed import run_unseen
from apivet.effects.values import EARLIER, LAST, Computed, Constant, Reference, Stream, TypeValue, Unseen
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def all_rounds(machine: Machine, value: Diagram, location: Location) -> list[Entry]:
    """The elements of whatever a value can be here; where something else can be gone over, one raises alone."""
    found: list[Entry] = []
    if isinstance(value, Leaf):
        return list(rounds(machine, value.value, location))
    left = machine.diagrams.false
    for where, leaf in machine.diagrams.cases(value, machine.guard):
        machine.guard = where
        for entry in rounds(machine, leaf, location):
            found.append(replace(entry, present=machine.diagrams.both(where, entry.present)))
        left = machine.diagrams.either(left, machine.guard)
    machine.guard = left
    return found


def rounds(machine: Machine, leaf: Any, location: Location) -> list[Entry]:
    """The elements over which a loop goes. An iterable that can't be looked into has no, one or two."""
    found = _rounds(machine, leaf, location)
    return ordering.as_they_come(machine, leaf, found, location) if isinstance(leaf, Reference) else found


def _rounds(machine: Machine, leaf: Any, location: Location) -> list[Entry]:
    if isinstance(leaf, Stream):
        return _left_of(machine, leaf, location)
    if isinstance(leaf, Computed) and leaf.operator in _OF_SETS:
        operands = (machine.diagrams.leaf(leaf),)
        leaf = Unseen("the elements of a set that is computed", location, machine.serial(), operands)
    if isinstance(leaf, Unseen):
        leaf = machine.heap.behind(leaf)
    elif isinstance(leaf, Computed):
        leaf = machine.heap.object_behind(leaf) or leaf  # it may hold objects
    if isinstance(leaf, Reference):
        opaque.look_into(machine, leaf, location)
        made = special.ask(machine, leaf, (special.ITERATING,), (), location)
        if made is not None:
            return _given_by(machine, leaf, made, location)
        keyed = keyed_fields(machine, leaf)
        if keyed:
            return [Entry(name, present, machine.diagrams.leaf(Constant.of(name))) for name, present, _ in keyed]
        if is_mapping(machine, leaf):
            held = distinct.each_once(machine, leaf, machine.heap.entries(leaf) or [])
            keys = [Entry(entry.key, entry.present, key_of(machine, leaf, entry)) for entry in held]
            return [*named_keys(machine, leaf), *keys]
        cell = machine.heap.cells[leaf.cell]
        if cell.optional:
            machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), FailureKind.WRONG_KIND)
        entries = entries_of(machine, leaf)
        if entries is not None:
            return list(distinct.each_once(machine, leaf, entries))
        type_ = objects.type_of(machine, leaf)
        if type_ is not None and (cell.mapping or type_.form in _SHOWN):
            lacking.ask_for_elements(machine, leaf, (special.ITERATING, special.LOOKING_UP))
            return [
                Entry(name, machine.diagrams.true, machine.diagrams.leaf(Constant.of(name)))
                for name in objects.names_in(machine, leaf)
            ]
        if type_ is not None and objects.is_model(type_):
            return [named_pair(machine, name, value) for name, value in objects.field_values(machine, leaf)]
    members = _members(machine, leaf, location)
    if members is not None:
        return [Entry(name, machine.diagrams.true, member) for name, member in members]
    return _of_unknown(machine, leaf)


def _of_unknown(machine: Machine, leaf: Any) -> list[Entry]:
    """The letters of a written text, or the elements of what can't be looked into."""
    if isinstance(leaf, Constant) and isinstance(leaf.value, str) and len(leaf.value) <= LETTERS:
        letters = (machine.diagrams.leaf(Constant.of(letter)) for letter in leaf.value)
        return [Entry(str(number), machine.diagrams.true, letter) for number, letter in enumerate(letters)]
    lacking.ask_for_elements(machine, leaf, (special.ITERATING, special.LOOKING_UP))
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    source = machine.unknown_container(settled)
    return [
        Entry(
            key,
            machine.diagrams.true if isinstance(leaf, Constant) and leaf.value else machine.heap.exists(source, key),
            machine.diagrams.leaf(Computed(f"element {key}", (settled,))),
        )
        for key in (EARLIER, LAST)
    ]


def _members(machine: Machine, leaf: Any, location: Location) -> list[tuple[str, Diagram]] | None:
    """The members of an enum, or those that one is joined of, by their names; ``None`` of anything else."""
    if isinstance(leaf, TypeValue) and leaf.type.form == "enum":
        return [(name, type_attribute(machine, leaf.type, name)) for name in leaf.type.attributes]
    joined = flags.single(machine, leaf)
    return None if joined is None else [(each.name, machine.diagrams.leaf(each)) for each in joined]


def _given_by(machine: Machine, leaf: Reference, made: Diagram, location: Location) -> list[Entry]:
    """The elements that an object's own iterator gives: where that is an object of the tree, nobody knows how often it
    is asked, nor what it does where it ends."""
    asked = [
        method
        for part in leaves(made)
        if isinstance(part.value, Reference)
        and (method := objects.own_method(machine, part.value, "__next__")) is not None
    ]
    if asked:
        made = run_unseen(machine, "an iterator of the tree", (made, machine.diagrams.leaf(leaf), *asked), location)
    return all_rounds(machine, made, location)


def _left_of(machine: Machine, asked: Stream, location: Location) -> list[Entry]:
    """All that is left of an iterator; there is nothing left of it then."""
    source = machine.sources[asked.number]
    entered = machine.guard
    machine.guard = machine.diagrams.both(entered, source.left)
    found: list[Entry] = []
    if machine.alive and source.rest is None:
        made = source.make()
        found = all_rounds(machine, made, location)
        source.order = order_of(machine, made)
    elif machine.alive:
        found = list(source.rest or ())
    there = source.left
    gone = machine.diagrams.both(entered, machine.diagrams.negate(there))
    machine.guard = machine.diagrams.either(machine.guard, gone)
    source.left = machine.diagrams.both(there, machine.diagrams.negate(entered))
    return [Entry(entry.key, machine.diagrams.both(there, entry.present), entry.value) for entry in found]


#: Operators that choose among the elements of sets by what these are.
_OF_SETS = ("-", "&", "|", "^")
#: Declarations whose objects have no elements: what is gone through is a mapping of their fields, ``vars(x)``.
_SHOWN = ("dataclass", "attrs", "msgspec")
