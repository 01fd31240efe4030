"""Effects of the methods of lists and mappings on their elements."""

from __future__ import annotations

from typing import Any

from apivet.effects import (
    distinct,
    elements,
    enums,
    iteration,
    mapping_keys,
    naming,
    objects,
    opaque,
    ordering,
    questions,
    representatives,
    storing,
    tables,
)
from apivet.effects.cells import Entry, Lookup
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import fresh_key
from apivet.effects.frames import Arguments
from apivet.effects.gate_tables import state_in
from apivet.effects.library import sequences, sorting
from apivet.effects.library.copies import update_from
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import (
    EARLIER,
    KEYS,
    LAST,
    MARKS,
    SEQUENCE,
    TURNED,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Position,
    Reference,
)
from apivet.program.failures import FailureKind
from apivet.program.model import ListOf
from apivet.verdicts import Location


def get_item(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.get(key, default)``."""
    key = arguments.at(0) or machine.none
    default = arguments.at(1) or arguments.named_value("default") or machine.none
    return _read(machine, leaf, key, default, location)


def _read(machine: Machine, leaf: Reference, key: Diagram, default: Diagram, location: Location) -> Diagram:
    """The value under a key, where it stays."""
    for where, which in machine.diagrams.cases(key, machine.guard):
        machine.heap.lookups.append(Lookup(where, leaf, which, location))
    return _looked_up(machine, leaf, key, default, location)


def _looked_up(machine: Machine, leaf: Reference, key: Diagram, default: Diagram, location: Location) -> Diagram:
    cell = machine.heap.cells[leaf.cell]

    def one(which: Any) -> Diagram:
        which = enums.plain_key(machine, which)
        state = state_in(machine, leaf, which)
        if state is not None:
            return state
        if isinstance(which, Constant) and isinstance(which.value, str):
            by_loops = mapping_keys.under_loops(machine, leaf, which.value)
            if cell.made and which.value not in cell.fields:
                if KEYS not in cell.fields:
                    return mapping_keys.overlaid(machine, by_loops, default)
                read = (machine.diagrams.leaf(leaf), default)
                return opaque.holding(machine, "what stands under a computed key", location, read)
            found = objects.field(machine, leaf, which.value, location)
            found = machine.diagrams.choose(mapping_keys.holds_key(machine, leaf, found), found, default)
            return mapping_keys.overlaid(machine, by_loops, found)
        entries = machine.heap.entries(leaf) or []
        chosen = tables.looked_up(machine, leaf, which)
        if chosen is None:
            placed = elements.entries_at(machine, leaf, entries, which)
            chosen = None if placed is None else representatives.values_at(machine, leaf, placed, which)
            if chosen is not None and isinstance(which, Position) and elements.is_mapping(machine, leaf):
                chosen += mapping_keys.under_names(machine, leaf, which)
        if chosen is None:
            looked_in = (machine.diagrams.leaf(leaf), default, machine.diagrams.leaf(which))
            otherwise = opaque.holding(machine, "the value under a computed key", location, looked_in)
            return naming.get(machine, leaf, which, otherwise, location)
        result = default
        for where, value in chosen:
            result = machine.diagrams.choose(where, value, result)
        return result

    return machine.each(key, one)


def pop_item(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.pop(key, default)`` and ``list.pop(index)``."""
    receiver = machine.diagrams.leaf(leaf)
    key = arguments.at(0) or machine.diagrams.leaf(Constant.of(-1))
    default = arguments.at(1)
    if elements.is_mapping(machine, leaf):
        key = machine.each(key, lambda which: machine.diagrams.leaf(enums.plain_key(machine, which)))
    if isinstance(key, Leaf) and isinstance(key.value, Constant) and isinstance(key.value.value, str):
        found = objects.field(machine, leaf, key.value.value, location)
        by_loops = mapping_keys.under_loops(machine, leaf, key.value.value)
        held = mapping_keys.holds_key(machine, leaf, found)
        held = machine.diagrams.false if mapping_keys.is_without(machine, leaf, key.value.value) else held
        missing = machine.diagrams.negate(machine.diagrams.either(held, mapping_keys.somewhere(machine, by_loops)))
        found = mapping_keys.overlaid(machine, by_loops, found)
        if default is None:
            machine.fail(missing, FailureKind.MISSING_KEY)
        result = machine.diagrams.choose(missing, default or machine.none, found)
    else:
        absent = machine.diagrams.leaf(UNBOUND)
        result = _looked_up(machine, leaf, key, default or absent, location)
        kind = FailureKind.MISSING_ELEMENT if elements.is_sequence(machine, leaf) else FailureKind.MISSING_KEY
        machine.fail(machine.diagrams.where(result, absent), kind, (machine.heap.settle(key),))
        if ordering.order_of(machine, receiver) is not None:
            result = opaque.holding(machine, "an element of a container in another order", location, (receiver, key))
    elements.delete_item(machine, receiver, key, location)
    return result


def set_default(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.setdefault(key, default)``."""
    key, default = arguments.at(0) or machine.none, arguments.at(1) or machine.none
    value = _read(machine, leaf, key, default, location)
    elements.put_item(machine, machine.diagrams.leaf(leaf), key, value, location)
    return value


def update(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.update(...)``, ``set.update(...)``; a mapping that was never made takes nothing."""
    target = machine.diagrams.leaf(leaf)
    if elements.is_set(machine, leaf) and not arguments.unknown:
        for value in arguments.positional:
            extend(machine, leaf, Arguments((value,)), location)
        return machine.none
    for value in (*arguments.positional, *arguments.unknown):
        if machine.heap.cells[leaf.cell].is_nothing:
            machine.fail(questions.truth(machine, value), FailureKind.WRONG_KIND)
        update_from(machine, target, value, location)
    for name, value in arguments.named:
        storing.put(machine, target, name, value, location)
    return machine.none


def append(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.append(value)``, ``set.add(value)``."""
    value = arguments.at(-1) if not arguments.positional else arguments.positional[-1]
    entries = machine.heap.entries(leaf)
    if entries is None or value is None:
        return unresolved(machine, "append()", (machine.diagrams.leaf(leaf), *arguments.values), location)
    entries.append(Entry(fresh_key(machine, leaf.cell, entries, value), machine.guard, value))
    for order in machine.orders[-1:]:
        ordering.mark_order(machine, leaf, order)
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(value), location)
    return machine.none


def extend(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.extend(values)``."""
    entries = machine.heap.entries(leaf)
    if entries is None or not arguments.positional:
        return unresolved(machine, "extend()", (machine.diagrams.leaf(leaf), *arguments.values), location)
    for entry in iteration.all_rounds(machine, arguments.positional[0], location):
        present = machine.diagrams.both(machine.guard, entry.present)
        key = fresh_key(machine, leaf.cell, entries, entry.value, entry.key)
        entries.append(Entry(key, present, entry.value))
    ordering.mark_order(machine, leaf, ordering.order_of(machine, arguments.positional[0]))
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(arguments.positional[0]), location)
    return machine.none


def clear(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``clear()``: an empty container, or a dict-like object without fields; nothing is put in, so it never fails."""
    cell = machine.heap.cells[leaf.cell]
    machine.heap.note_store(machine.guard, leaf, None, machine.none, location)
    entries = machine.heap.entries(leaf)
    if entries is not None:
        for entry in entries:
            entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(machine.guard))
        elements.drop_absent(machine, entries)
    declared = [name for name, _, _ in elements.keyed_fields(machine, leaf)]
    is_given = isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input)
    absent = machine.diagrams.leaf(UNBOUND) if is_given else elements.absent_in(machine, leaf)  # of a new one then
    for name in dict.fromkeys((*cell.fields, *cell.family, *declared)):
        if name not in (*MARKS, EARLIER, LAST):
            storing.put_field(machine, leaf, name, absent, location)
    if is_given:
        kind = "set" if elements.is_set(machine, leaf) else "list" if isinstance(cell.shape, ListOf) else "dict"
        cell.base = machine.diagrams.choose(machine.guard, machine.diagrams.leaf(Blank(kind)), cell.base)
    return machine.none


def items(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.items()``."""
    return _listed(machine, leaf, location, lambda key, value: sequences.pair(machine, key, value), is_whole=True)


def values(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.values()``."""
    found = _listed(machine, leaf, location, lambda key, value: value)
    for each in leaves(found):
        if isinstance(each.value, Reference):
            machine.heap.cells[each.value.cell].is_values = True
    return found


def keys(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``mapping.keys()``."""
    return _listed(machine, leaf, location, lambda key, value: key)


def _listed(machine: Machine, leaf: Reference, location: Location, make: Any, *, is_whole: bool = False) -> Diagram:
    """The keys and values of a mapping as a list, which shows what is done to the mapping later."""
    cell = machine.heap.cells[leaf.cell]
    keyed = elements.keyed_fields(machine, leaf)
    keyed = keyed or [(name, machine.diagrams.true, value) for name, value in objects.field_values(machine, leaf)]
    if keyed:
        made = [
            Entry(name, present, make(machine.diagrams.leaf(Constant.of(name)), value))
            for name, present, value in keyed
        ]
        return machine.diagrams.leaf(machine.heap.container(SEQUENCE, made))

    def read() -> list[Entry]:
        entries = [
            Entry(
                name,
                mapping_keys.holds_key(machine, leaf, value),
                make(machine.diagrams.leaf(Constant.of(name)), value),
            )
            for name, value in cell.fields.items()
            if name not in (*MARKS, EARLIER, LAST)
        ]
        for entry in distinct.each_once(machine, leaf, machine.heap.entries(leaf) or []):
            entries.append(
                Entry(entry.key, entry.present, make(mapping_keys.key_of(machine, leaf, entry), entry.value))
            )
        return ordering.as_they_come(machine, leaf, entries, location)

    return machine.diagrams.leaf(machine.heap.view(leaf, read, is_whole=is_whole))


def reorder(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.sort(...)``: it keeps the elements; the list as a whole is then a server-made one."""
    value = machine.diagrams.leaf(leaf)
    given = Arguments((value, *arguments.positional), arguments.named, arguments.unknown)
    written, order = sorting.sorted_elements(machine, value, given, location)
    machine.heap.note_store(machine.guard, leaf, None, machine.heap.settle(value), location)
    if written is not None:
        machine.heap.replace_entries(machine.guard, leaf, written)
        return machine.none
    ordering.mark_order(machine, leaf, order)
    return machine.none


def reverse(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.reverse()``."""
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    machine.heap.note_store(machine.guard, leaf, None, settled, location)
    written = sequences.turned_as_written(machine, leaf, location)
    if written is not None:
        machine.heap.replace_entries(machine.guard, leaf, written)
        return machine.none
    ordering.mark_order(machine, leaf, machine.diagrams.leaf(Computed(TURNED, (settled,))))
    return machine.none
