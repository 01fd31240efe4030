"""Keys of a mapping: those that have names, and those that are told by the loop that stood at them.

The key that a loop stands at may be any: a name under which something was put, that of another mapping at which another
loop stood, or one that was computed. Two keys of one mapping are never one. Of two mappings, the elements that stand in
the same place are those that may have one key: nothing else tells which these are.
"""

from __future__ import annotations

from typing import Any

from apivet.effects import questions, tables
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import rounds_around
from apivet.effects.equality import comparing
from apivet.effects.equality.given_content import all_given
from apivet.effects.state import Machine
from apivet.effects.values import (
    DICT,
    EARLIER,
    KEYS,
    LAST,
    MARKS,
    NONE,
    Computed,
    Constant,
    Input,
    Member,
    Position,
    Reference,
    Structure,
)
from apivet.program.model import MapOf, Scalar

#: Values that may stand under a key, each with the guard under which it is there, and under that key.
_Found = list[tuple[Diagram, Diagram]]


def key_of(machine: Machine, mapping: Reference, entry: Entry) -> Diagram:
    """The key under which an element stands, as the program sees it."""
    if entry.name is not None:
        return entry.name
    return machine.diagrams.leaf(Position(entry.key, machine.heap.cells[mapping.cell].origin))


def are_one(machine: Machine, key: Any, own: Diagram) -> Diagram:
    """The guard under which the key of an element is a key that is asked for."""

    def one(leaf: Leaf) -> Diagram:
        if leaf.value == key:
            return machine.diagrams.true
        if isinstance(key, Position) and isinstance(leaf.value, Position):
            if leaf.value.key != key.key:
                return machine.diagrams.false
            if leaf.value.of is None and key.of is None and leaf.value.placement == key.placement:
                return machine.diagrams.true
        return comparing.same(machine, machine.diagrams.leaf(key), leaf)

    return machine.diagrams.transform(own, one)


def are_misplaced(entries: list[Entry], key: Position) -> bool:
    """Whether elements stand under indices into sequences of another placement than the one that an index is into."""
    names = [leaf.value for entry in entries if entry.name is not None for leaf in leaves(entry.name)]
    placements = {name.placement for name in names if isinstance(name, Position) and name.of is None}
    return key.of is None and bool(key.placement or placements - {()})


def standing_under(
    machine: Machine, mapping: Reference, entries: list[Entry], key: Position
) -> list[tuple[Diagram, Entry]]:
    """The elements of a mapping that may stand under the key that a loop stands at, each with its guard."""
    found = []
    for entry in entries:
        where = machine.diagrams.both(entry.present, are_one(machine, key, key_of(machine, mapping, entry)))
        if where is not machine.diagrams.false:
            found.append((where, entry))
    return found


def is_without(machine: Machine, reference: Reference, name: str) -> bool:
    """Whether a mapping that is written out lacks a key: others may put something into one that is there for all."""
    cell = machine.heap.cells[reference.cell]
    is_written_out = cell.made == DICT.kind and KEYS not in cell.fields and reference.cell not in machine.heap.lasting
    return is_written_out and name not in cell.fields


def holds_key(machine: Machine, reference: Reference, found: Diagram) -> Diagram:
    """The guard under which a mapping has a key, by what was found under it: of one that was given, what is ``None``
    counts as absent, unless its type declares that it may be ``None`` where it is there. What was put there is."""
    cell = machine.heap.cells[reference.cell]
    return machine.given(found) if cell.made or machine.heap.is_fields(reference) else _held_by_given(machine, found)


def _held_by_given(machine: Machine, found: Diagram) -> Diagram:
    def one(leaf: Leaf) -> Diagram:
        if leaf.value == NONE:
            return machine.diagrams.true
        base = machine.heap.cells[leaf.value.cell].base if isinstance(leaf.value, Reference) else leaf
        there = machine.diagrams.negate(questions.is_none(machine, leaf))
        given = base.value if isinstance(base, Leaf) else None
        is_none = isinstance(given, Input) and questions.holds_none(machine, given)
        return machine.diagrams.either(there, is_none) if is_none else there

    return machine.diagrams.transform(found, one)


def names_of(machine: Machine, mapping: Reference) -> list[str]:
    """The names under which something was put into a mapping, or taken out of it."""
    return [name for name in machine.heap.cells[mapping.cell].fields if name not in (*MARKS, EARLIER, LAST)]


def under_no_name(machine: Machine, mapping: Reference, key: Diagram) -> Diagram:
    """The guard under which the key of an element is none of the names in a mapping."""
    found: Diagram = machine.diagrams.true
    for name in names_of(machine, mapping):
        is_it = are_one(machine, Constant.of(name), key)
        found = machine.diagrams.both(found, machine.diagrams.negate(is_it))
    return found


def under_names(machine: Machine, mapping: Reference, key: Any) -> _Found:
    """Values that a mapping has under names which a key without one may be."""
    if isinstance(key, Position) and key.of is None:
        return []  # a number
    fields = machine.heap.cells[mapping.cell].fields
    found = []
    for name in names_of(machine, mapping):
        here = are_one(machine, key, machine.diagrams.leaf(Constant.of(name)))
        found.append((machine.diagrams.both(holds_key(machine, mapping, fields[name]), here), fields[name]))
    return [(where, value) for where, value in found if where is not machine.diagrams.false]


def under_loops(machine: Machine, mapping: Reference, name: str) -> _Found:
    """Values put into a mapping under keys that loops stood at, where these may be a name. One that is put under the
    name itself takes their place."""
    whole = copied_from(machine, mapping)
    if whole is not None:
        value = machine.diagrams.leaf(whole.child(name))
        return [] if name in names_of(machine, mapping) else [(_held_by_given(machine, value), value)]
    found = []
    for entry in machine.heap.entries(mapping) or ():
        if entry.name is not None and _is_of_loop(entry):
            here = are_one(machine, Constant.of(name), entry.name)
            found.append((machine.diagrams.both(entry.present, here), entry.value))
    return [(where, value) for where, value in found if where is not machine.diagrams.false]


def copied_from(machine: Machine, mapping: Reference) -> Input | None:
    """The mapping of plain values that was given of which a new one has all elements, as they were given, but for those
    under names."""
    cell = machine.heap.cells[mapping.cell]
    if cell.made != DICT.kind or [entry.key for entry in cell.entries or ()] != [EARLIER, LAST]:
        return None
    settled = machine.heap.settle_where(machine.diagrams.leaf(mapping), machine.guard)
    made = settled.value if isinstance(settled, Leaf) else None
    if not isinstance(made, Structure):
        return None
    found = all_given(machine, made, made.entries or (), names_of(machine, mapping))
    given = found.value if isinstance(found, Leaf) else None
    if not isinstance(given, Input):
        return None
    shape = machine.heap.shape_of(given)
    return given if isinstance(shape, MapOf) and isinstance(shape.value, Scalar) else None


def put_under_names(machine: Machine, mapping: Reference, key: Any, value: Diagram) -> Diagram:
    """Put something under each name that is there, and that a key may be; the guard under which one of them is it."""
    fields = machine.heap.cells[mapping.cell].fields
    taken = machine.diagrams.false
    for name in names_of(machine, mapping):
        if isinstance(key, Position) and key.of is None:
            continue
        named = are_one(machine, key, machine.diagrams.leaf(Constant.of(name)))
        here = machine.diagrams.both(
            machine.guard, machine.diagrams.both(named, holds_key(machine, mapping, fields[name]))
        )
        taken = machine.diagrams.either(taken, here)
        fields[name] = machine.diagrams.choose(here, value, fields[name])
    return taken


def put_among(machine: Machine, mapping: Reference, key: Any, value: Diagram) -> None:
    """Put something into a mapping under a computed key, which may be one of those that are there."""
    entries = machine.heap.entries(mapping)
    taken = put_under_names(machine, mapping, key, value)
    if entries is not None:
        _put_where_told(machine, mapping, entries, key, value)
        is_at_loop = isinstance(key, Position) and key.key not in {entry.key for entry in entries}
        place = key.key if is_at_loop else "".join((f"#{len(entries)}", *rounds_around(machine, mapping.cell)))
        is_member = isinstance(key, Member)  # of which it is certain what it is
        there = machine.diagrams.both(machine.guard, machine.diagrams.negate(taken)) if is_member else machine.guard
        name = None if is_member else tables.written(machine, key)
        entries.append(Entry(place, there, value, name or machine.diagrams.leaf(key)))
    if not isinstance(key, Position) and tables.written(machine, key) is None:
        mark_keys(machine, mapping, machine.diagrams.leaf(key))


def _put_where_told(machine: Machine, mapping: Reference, entries: list[Entry], key: Any, value: Diagram) -> None:
    """Put something to the elements, too, that stand under keys of loops or written ones, where the key is theirs."""
    for entry in entries:
        name = entry.name.value if isinstance(entry.name, Leaf) else None
        if isinstance(name, Computed) and not isinstance(key, Position):
            continue  # two keys that are computed: that these may be one is told of the whole mapping
        here = machine.diagrams.both(machine.guard, are_one(machine, key, key_of(machine, mapping, entry)))
        entry.value = machine.diagrams.choose(here, value, entry.value)


def put_at_loop(
    machine: Machine, mapping: Reference, entries: list[Entry], key: Position, value: Diagram, *, is_apart: bool = False
) -> None:
    """Put something into a mapping under the key that a loop stands at: to the elements that stand under it, and as one
    more where there are none. One that stands ``apart`` is none of those that have names."""
    both, choose, negate = machine.diagrams.both, machine.diagrams.choose, machine.diagrams.negate
    absent = machine.guard
    if not is_apart:
        absent = both(absent, negate(put_under_names(machine, mapping, key, value)))
    for where, entry in standing_under(machine, mapping, entries, key):
        here = both(machine.guard, where)
        entry.value = choose(here, value, entry.value)
        absent = both(absent, negate(here))
    place = next((entry for entry in entries if entry.key == key.key), None)
    if place is not None:
        free = both(absent, negate(place.present))
        place.name = choose(free, machine.diagrams.leaf(key), key_of(machine, mapping, place))
        place.value, place.present = choose(free, value, place.value), machine.diagrams.either(place.present, free)
        absent = both(absent, negate(free))
    if absent is not machine.diagrams.false:
        name = key.key if place is None else f"#{len(entries)}"
        entries.append(Entry(name, absent, value, machine.diagrams.leaf(key)))


def take_out_of_loops(machine: Machine, mapping: Reference, name: str) -> None:
    """Take out of a mapping what was put there under a key that a loop stood at or that was computed, where that is a
    name."""
    for entry in machine.heap.entries(mapping) or ():
        if entry.name is not None:
            here = machine.diagrams.both(machine.guard, are_one(machine, Constant.of(name), entry.name))
            entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(here))


def _is_of_loop(entry: Entry) -> bool:
    """Whether an element was put into its mapping under the key that a loop stood at, or under one that is written out
    and may be a text, as members of enums may be."""
    told = entry.name.value if isinstance(entry.name, Leaf) else None
    return told is None or isinstance(told, (Position, Member))


def mark_keys(machine: Machine, mapping: Reference, key: Diagram) -> None:
    """Remember that a mapping has a key that was computed: two of these may be one."""
    fields = machine.heap.cells[mapping.cell].fields
    before = fields.get(KEYS, machine.none)
    marked = machine.diagrams.leaf(Computed(f"image:{KEYS}", (before, machine.heap.settle(key))))
    fields[KEYS] = machine.diagrams.choose(machine.guard, marked, before)


def overlaid(machine: Machine, found: _Found, value: Diagram) -> Diagram:
    """A value, or what stands elsewhere where it does."""
    for where, other in found:
        value = machine.diagrams.choose(where, other, value)
    return value


def somewhere(machine: Machine, found: _Found) -> Diagram:
    """The guard under which something stands in one of these places."""
    result = machine.diagrams.false
    for where, _ in found:
        result = machine.diagrams.either(result, where)
    return result
