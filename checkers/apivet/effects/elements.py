"""Elements of containers: by index, by key, one by one."""

from __future__ import annotations

import functools
from typing import Any

from apivet.effects import (
    accepting,
    enums,
    library_state,
    mapping_keys,
    namespaces,
    naming,
    objects,
    ordering,
    questions,
    representatives,
    special,
    storing,
    tables,
)
from apivet.effects.cells import Entry
from apivet.effects.declared import is_set_given
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.limits import STANDING_FOR_ALL
from apivet.effects.objects import field, own_method, type_of
from apivet.effects.state import Machine
from apivet.effects.storing import put_field, written_to
from apivet.effects.values import (
    EARLIER,
    LAST,
    MARKS,
    NONE,
    ORDERED_DICT,
    SEQUENCES,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Member,
    Names,
    Position,
    Reference,
    Truthy,
    TypeValue,
    is_representative,
)
from apivet.program.failures import FailureKind
from apivet.program.model import ListOf, MapOf
from apivet.verdicts import Location


def entries_of(machine: Machine, reference: Reference) -> list[Entry] | None:
    """The elements of a container; those of a tuple whose elements have names are its fields, in their order."""
    type_ = type_of(machine, reference)
    if type_ is None or not type_.is_tuple or machine.heap.is_fields(reference):
        return machine.heap.entries(reference)
    values = (field(machine, reference, each.name, machine.nowhere) for each in type_.fields)
    return [Entry(str(number), machine.diagrams.true, value) for number, value in enumerate(values)]


def entries_at(machine: Machine, leaf: Reference, entries: list[Entry], key: Any) -> list[tuple[Diagram, Entry]] | None:
    """The entries of a container that an index or key can mean, each with its guard; ``None`` where nobody knows."""
    if isinstance(key, Position) and is_mapping(machine, leaf):
        if mapping_keys.are_misplaced(entries, key):
            return None
        return mapping_keys.standing_under(machine, leaf, entries, key)
    if is_mapping(machine, leaf):
        return None  # a key, and no index
    if not _is_told_by(machine, leaf, entries, key):
        return None
    chosen = choose_entries(machine, entries, key)
    return chosen and representatives.at_number(machine, leaf, entries, chosen, key)


def choose_entries(machine: Machine, entries: list[Entry], key: Any) -> list[tuple[Diagram, Entry]] | None:
    """The entries that an index or key can mean, each with its guard; ``None`` where that is not known."""
    diagrams = machine.diagrams
    if isinstance(key, Position):
        return [(entry.present, entry) for entry in entries if entry.key == key.key]
    if not (isinstance(key, Constant) and isinstance(key.value, int)):
        return None
    ordered = entries if key.value >= 0 else entries[::-1]
    wanted = key.value if key.value >= 0 else -key.value - 1
    both = {entry.key: entry for entry in entries}
    if wanted >= STANDING_FOR_ALL and EARLIER in both and LAST in both:
        return _one_of_many(machine, both[EARLIER], both[LAST], key)
    if wanted >= 2 and any(is_representative(entry.key) for entry in entries):
        return None  # two elements stand for any number of them
    # before[n]: the guard under which exactly n elements stand before the one looked at
    before: list[Diagram] = [diagrams.true]
    chosen = []
    for entry in ordered:
        here = before[wanted] if wanted < len(before) else diagrams.false
        chosen.append((diagrams.both(here, entry.present), entry))
        absent = diagrams.negate(entry.present)
        stays = [diagrams.both(count, absent) for count in before] + [diagrams.false]
        moves = [diagrams.false] + [diagrams.both(count, entry.present) for count in before]
        before = [diagrams.either(stay, move) for stay, move in zip(stays, moves)]
    return chosen


def _one_of_many(machine: Machine, earlier: Entry, last: Entry, key: Constant) -> list[tuple[Diagram, Entry]]:
    """An element behind the first two of a container that was given, where it has so many: the last one or another."""
    diagrams = machine.diagrams
    there = diagrams.both(earlier.present, last.present)
    place = Computed("at", (earlier.present, diagrams.leaf(key)))
    is_last = diagrams.decide(Truthy(place))
    return [(diagrams.both(there, diagrams.negate(is_last)), earlier), (diagrams.both(there, is_last), last)]


def _add_where_absent(machine: Machine, value: Diagram, chosen: list[tuple[Diagram, Entry]]) -> None:
    """A mapping gets the element also where nothing stands under the key, or nothing any more."""
    absent = machine.guard
    for _, entry in chosen:
        absent = machine.diagrams.both(absent, machine.diagrams.negate(entry.present))
    entry = chosen[0][1]
    entry.value = machine.diagrams.choose(absent, value, entry.value)
    entry.present = machine.diagrams.either(entry.present, absent)


def put_item(machine: Machine, target: Diagram, index: Diagram, value: Diagram, location: Location) -> None:
    """``target[index] = value``. Where there is no target, or a list is not so long, that fails."""

    def one(leaf: Any) -> None:
        if leaf == NONE:
            machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
            return
        accepting.ask_place(machine, leaf)
        held = written_to(machine, leaf, value, location)
        if not isinstance(leaf, Reference):
            machine.note_effect()
        library_state.note_store(machine, leaf, (value, index))
        if isinstance(leaf, Names):
            _put_name(machine, leaf, index, value, location)
        if held is not None:
            storing.fail_without(machine, held, FailureKind.WRONG_KIND, location)
            machine.for_each(index, lambda key: _put_item(machine, held, key, value, location))

    machine.for_each(target, one)


def _put_name(machine: Machine, leaf: Names, index: Diagram, value: Diagram, location: Location) -> None:
    """``globals()[name] = value``, ``vars(module)[name] = value``."""
    for where, key in machine.diagrams.cases(index, machine.guard):
        before, machine.guard = machine.guard, where
        name = namespaces.name_of(key)
        if name is not None:
            storing.put(machine, machine.diagrams.leaf(leaf.of), name, value, location)
        else:
            namespaces.rewrite(machine, leaf.of, (value, machine.diagrams.leaf(key)))
        machine.guard = before


def _put_item(machine: Machine, leaf: Reference, key: Any, value: Diagram, location: Location) -> None:
    special.ask_aside(machine, key, (special.HASHING,))
    if is_mapping(machine, leaf):
        accepting.ask_key(machine, machine.diagrams.leaf(key))
    own = own_method(machine, leaf, "__setitem__")
    if own is not None:
        machine.call(own, (machine.diagrams.leaf(key), value), (), location)
        return
    key = key if machine.heap.cells[leaf.cell].made else enums.plain_key(machine, key)
    if isinstance(key, Constant) and isinstance(key.value, str):
        put_field(machine, leaf, key.value, value, location)
        return
    entries = machine.heap.entries(leaf)
    if entries is None:
        naming.put(machine, leaf, key, value, location)
        return
    named = machine.diagrams.false
    if isinstance(key, Member) and is_mapping(machine, leaf):
        named = mapping_keys.put_under_names(machine, leaf, key, value)
        machine.guard = machine.diagrams.both(machine.guard, machine.diagrams.negate(named))
    chosen = _entries_under(machine, leaf, entries, key)
    is_told = bool(chosen) or (chosen is not None and is_sequence(machine, leaf))
    if isinstance(key, Position) and is_mapping(machine, leaf):
        mapping_keys.put_at_loop(machine, leaf, entries, key, value)
    elif isinstance(key, (Constant, Member, TypeValue, Position)) and chosen is not None and is_told:
        for where, entry in chosen:
            exactly = machine.diagrams.both(machine.guard, where)
            entry.value = machine.diagrams.choose(exactly, value, entry.value)
        if is_mapping(machine, leaf):
            _add_where_absent(machine, value, chosen)
        elif is_sequence(machine, leaf):
            found = functools.reduce(machine.diagrams.either, (where for where, _ in chosen), machine.diagrams.false)
            machine.refuse(machine.diagrams.negate(found), FailureKind.MISSING_ELEMENT)
    elif is_mapping(machine, leaf):
        mapping_keys.put_among(machine, leaf, key, value)
    else:
        for entry in entries:
            exactly = machine.diagrams.both(machine.guard, _is_meant(machine, key, location))
            entry.value = machine.diagrams.choose(exactly, value, entry.value)
    for order in machine.orders[-1:] if is_mapping(machine, leaf) else ():
        ordering.mark_order(machine, leaf, order)
    machine.guard = machine.diagrams.either(machine.guard, named)
    machine.heap.note_store(machine.guard, leaf, LAST, machine.heap.settle(value), location)


def _entries_under(
    machine: Machine, leaf: Reference, entries: list[Entry], key: Any
) -> list[tuple[Diagram, Entry]] | None:
    """The entries that a key or an index can mean: in a mapping that is written out, the one under that key."""
    found = tables.under(machine, entries, key) if is_mapping(machine, leaf) else None
    if found is None:
        return entries_at(machine, leaf, entries, key)
    return [(entry.present, entry) for entry in found]


def _is_told_by(machine: Machine, leaf: Reference, entries: list[Entry], key: Any) -> bool:
    """Whether an index that a loop stands at is one into a container whose elements are in the same places."""
    if not isinstance(key, Position):
        return True
    return key.placement == ordering.placement(
        machine, entries, ordering.order_of(machine, machine.diagrams.leaf(leaf))
    )


def is_mapping(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a dict."""
    cell = machine.heap.cells[reference.cell]
    made = {leaf.value.kind for leaf in leaves(cell.base) if isinstance(leaf.value, Blank)}
    return made == {"dict"} if made else isinstance(cell.shape, MapOf)


def is_ordered(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a dict that was made as one that equals others only where their keys come in one order."""
    return machine.heap.cells[reference.cell].base is machine.diagrams.leaf(ORDERED_DICT)


def is_sequence(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a list, or declared as one."""
    cell = machine.heap.cells[reference.cell]
    made = {leaf.value.kind for leaf in leaves(cell.base) if isinstance(leaf.value, Blank)}
    return made <= {*SEQUENCES} if made else isinstance(cell.shape, ListOf)


def is_set(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a set, or declared as one."""
    cell = machine.heap.cells[reference.cell]
    return cell.made == "set" or (isinstance(cell.base, Leaf) and is_set_given(machine, cell.base.value))


def absent_in(machine: Machine, reference: Reference) -> Diagram:
    """The value under a name that is gone from an object: that of a mapping is absent, a field counts as ``None``."""
    cell = machine.heap.cells[reference.cell]
    type_ = type_of(machine, reference)
    is_declared = type_ is not None and type_.is_keyed
    is_key = cell.made or is_declared or machine.heap.is_fields(reference) or is_mapping(machine, reference)
    return machine.diagrams.leaf(UNBOUND) if is_key else machine.none


def delete_item(machine: Machine, target: Diagram, index: Diagram, location: Location) -> None:
    """``del target[index]``: a field that is gone counts as ``None``, an element as absent."""
    for where, found in machine.diagrams.cases(target, machine.guard):
        leaf = written_to(machine, found, machine.none, location)
        library_state.note_store(machine, found, (index,))
        for exactly, key in machine.diagrams.cases(index, where) if leaf is not None else ():
            assert leaf is not None
            before, machine.guard = machine.guard, exactly
            own = own_method(machine, leaf, "__delitem__")
            if own is not None:
                machine.call(own, (machine.diagrams.leaf(key),), (), location)
                machine.guard = before
                continue
            gone = absent_in(machine, leaf)
            if isinstance(key, Constant) and isinstance(key.value, str):
                put_field(machine, leaf, key.value, gone, location)
            else:
                if machine.heap.entries(leaf) is None:
                    naming.put(machine, leaf, key, gone, location)
                _remove_named(machine, leaf, key)
                remove_entries(machine, leaf, key, location)
            machine.guard = before


def _remove_named(machine: Machine, mapping: Reference, key: Any) -> None:
    """Take out of a mapping what stands under a name that a computed key may be."""
    if is_mapping(machine, mapping):
        mapping_keys.put_under_names(machine, mapping, key, machine.diagrams.leaf(UNBOUND))


def remove_entries(machine: Machine, reference: Reference, key: Any, location: Location) -> None:
    """Take out the elements that a key can mean; all of them may be gone where that is not known."""
    entries = machine.heap.entries(reference)
    if entries is None:
        return
    before = [Entry(entry.key, entry.present, entry.value) for entry in entries]
    chosen = _entries_under(machine, reference, entries, key)
    if chosen is None:
        chosen = [(_is_meant(machine, key, location), entry) for entry in entries]
    for where, entry in chosen:
        gone = machine.diagrams.both(machine.guard, where)
        entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(gone))
    if isinstance(key, Constant) and is_sequence(machine, reference):
        entries[:] = representatives.with_others(machine, before, entries)
    drop_absent(machine, entries)
    machine.heap.note_store(machine.guard, reference, None, machine.none, location)


def _is_meant(machine: Machine, key: Any, location: Location) -> Diagram:
    """Whether an index or key that is computed means an element."""
    unknown = machine.unseen("which element is changed", location, (machine.diagrams.leaf(key),))
    return questions.truth(machine, unknown)


def drop_absent(machine: Machine, entries: list[Entry]) -> None:
    """Forget the elements that are not there whatever happens: what comes in their stead is nothing of theirs."""
    entries[:] = [entry for entry in entries if entry.present is not machine.diagrams.false]


def named_pair(machine: Machine, name: str, value: Diagram) -> Entry:
    """A name and a value, as an iteration hands them out."""
    certain, leaf = machine.diagrams.true, machine.diagrams.leaf
    entries = [Entry("0", certain, leaf(Constant.of(name))), Entry("1", certain, value)]
    return Entry(name, certain, leaf(machine.heap.container("tuple", entries)))


def is_keyed(machine: Machine, reference: Reference) -> bool:
    """Whether an object is a mapping, or of a type that declares keys."""
    return is_mapping(machine, reference) or bool(keyed_fields(machine, reference))


def keyed_fields(machine: Machine, reference: Reference) -> list[tuple[str, Diagram, Diagram]]:
    """The keys that a type declares for its mappings, each with the guard under which it is there, and its value."""
    type_, cell = type_of(machine, reference), machine.heap.cells[reference.cell]
    if type_ is None or not (type_.is_keyed or cell.mapping):
        return []
    found = []
    declared = [each.name for each in type_.held] if type_.is_keyed else objects.names_in(machine, reference)
    for name in dict.fromkeys((*declared, *(cell.fields if type_.is_keyed else ()))):
        value = field(machine, reference, name, machine.nowhere)
        found.append((name, mapping_keys.holds_key(machine, reference, value), value))
    return found


def keys_of(machine: Machine, reference: Reference) -> list[tuple[str, Diagram, Diagram]]:
    """The keys of a mapping that have names: those that its type declares, or those that it was given. Of an object,
    these are the names of its fields."""
    if objects.is_data(machine, reference) and not is_keyed(machine, reference):
        return [(name, machine.diagrams.true, value) for name, value in objects.field_values(machine, reference)]
    own = machine.heap.opened(reference).fields
    named = [(name, machine.given(value), value) for name, value in own.items() if name not in (EARLIER, LAST)]
    return keyed_fields(machine, reference) or named


def named_keys(machine: Machine, reference: Reference) -> list[Entry]:
    """The keys of a mapping that are kept as names."""
    cell = machine.heap.cells[reference.cell]
    return [
        Entry(name, mapping_keys.holds_key(machine, reference, value), machine.diagrams.leaf(Constant.of(name)))
        for name, value in cell.fields.items()
        if name not in (*MARKS, EARLIER, LAST)
    ]
