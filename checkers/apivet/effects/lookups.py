"""Elements that are read: by an index, by a key, by a name. Where nothing is there, that fails, and is told."""

from __future__ import annotations

from typing import Any

from apivet.effects import (
    elements,
    enums,
    lacking,
    library_state,
    mapping_keys,
    namespaces,
    naming,
    objects,
    opaque,
    ordering,
    questions,
    raising,
    representatives,
    tables,
)
from apivet.effects.cells import Entry, Lookup
from apivet.effects.diagrams import Diagram
from apivet.effects.equality import comparing
from apivet.effects.gate_tables import state_in
from apivet.effects.limits import POSITIONS
from apivet.effects.objects import field, own_method, type_attribute
from apivet.effects.ordering import order_of
from apivet.effects.refusing import may_raise, refuse_some
from apivet.effects.special import LOOKING_UP
from apivet.effects.state import Machine
from apivet.effects.values import (
    ANY_ELEMENT,
    NONE,
    SEQUENCES,
    UNBOUND,
    Computed,
    Constant,
    Names,
    Outside,
    Position,
    Reference,
    TypeValue,
    Unseen,
    is_representative,
)
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def get_item(machine: Machine, value: Diagram, index: Diagram, location: Location) -> Diagram:
    """``value[index]``."""

    def one(leaf: Any) -> Diagram:
        return machine.each(index, lambda key: _get_item(machine, leaf, key, location))

    return machine.each(value, one)


def tell_missing(machine: Machine, read: tuple[Diagram, ...], location: Location) -> None:
    """Nobody knows whether something is there: where the same is read again, it fails again."""
    if machine.catchers:
        machine.fail(may_raise(machine, location, read, "[]"), raising.OF_LOOKUPS, read)


def _get_item(machine: Machine, leaf: Any, key: Any, location: Location) -> Diagram:
    diagrams = machine.diagrams
    if leaf == NONE:
        machine.fail(diagrams.true, FailureKind.WRONG_KIND)
        return machine.none
    name = namespaces.name_of(key)
    if not isinstance(leaf, Reference):
        tell_missing(machine, _settled(machine, leaf, key), location)
    if isinstance(leaf, TypeValue) and name is not None and name in leaf.type.attributes:
        return type_attribute(machine, leaf.type, name)
    if isinstance(leaf, Outside):
        told = library_state.told(machine, leaf.dotted, (diagrams.leaf(key),), location)
        if told is not None:
            return told
    if isinstance(leaf, Names):
        return _name_in(machine, leaf, name, location)
    member = enums.given_member(machine, leaf.type, key, "name") if isinstance(leaf, TypeValue) else None
    if member is not None:
        return member
    if isinstance(leaf, Unseen) and isinstance(key, Constant):
        name = key.value if isinstance(key.value, str) else f"[{key.value!r}]"
        return field(machine, machine.heap.behind(leaf), name, location)
    held = machine.heap.object_behind(leaf)
    if held is None:
        machine.may_refuse |= machine.alive and not machine.catchers
        return diagrams.leaf(Computed("[]", (diagrams.leaf(leaf), machine.heap.settle(diagrams.leaf(key)))))
    return _get_item_of(machine, held, key, location)


def _get_item_of(machine: Machine, leaf: Reference, key: Any, location: Location) -> Diagram:
    """``object[key]``."""
    diagrams = machine.diagrams
    state = state_in(machine, leaf, key)
    if state is not None:
        return state
    if (own := own_method(machine, leaf, LOOKING_UP)) is not None:
        return machine.call(own, (diagrams.leaf(key),), (), location)
    if (missing := own_method(machine, leaf, "__missing__")) is not None:
        held = machine.call(missing, (diagrams.leaf(key),), (), location), diagrams.leaf(leaf)
        return opaque.holding(machine, "what is there, or made where nothing is,", location, held)
    lacking.ask_for_elements(machine, leaf, (LOOKING_UP,))
    key = enums.plain_key(machine, key)
    machine.heap.lookups.append(Lookup(machine.guard, leaf, key, location))
    if not (isinstance(key, Constant) and machine.heap.own_field(leaf, str(key.value)) is not None):
        opaque.look_into(machine, leaf, location, key)
    if isinstance(key, Constant) and isinstance(key.value, str):
        return _get_named(machine, leaf, key.value, location)
    table = tables.looked_up(machine, leaf, key)
    if table is not None:
        return _chosen_from(machine, table, key)
    entries = elements.entries_of(machine, leaf)
    if entries is None:
        read = _settled(machine, leaf, key)
        refuse_some(machine, read, location, raising.OF_LOOKUPS)
        return naming.get(machine, leaf, key, diagrams.leaf(Computed("[]", read)), location)
    if isinstance(key, Constant) and order_of(machine, diagrams.leaf(leaf)) is not None:
        tell_missing(machine, _settled(machine, leaf, key), location)
        return opaque.holding(machine, "an element of a container in another order", location, (diagrams.leaf(leaf),))
    if not elements.is_mapping(machine, leaf):
        entries = ordering.as_they_come(machine, leaf, entries, location)
    chosen = elements.entries_at(machine, leaf, entries, key)
    if chosen is None:
        refuse_some(machine, _settled(machine, leaf, key), location, raising.OF_LOOKUPS)
        chosen = _any_written(machine, leaf, entries, key)
    if chosen is None:
        fields = machine.heap.cells[leaf.cell].fields
        among = [*(entry.value for entry in entries), *fields.values(), diagrams.leaf(key)]
        return opaque.holding(machine, ANY_ELEMENT, location, among)
    named = mapping_keys.under_names(machine, leaf, key) if isinstance(key, Position) else []
    return _chosen_from(machine, [*representatives.values_at(machine, leaf, chosen, key), *named], key)


def _get_named(machine: Machine, leaf: Reference, name: str, location: Location) -> Diagram:
    """``object["name"]``."""
    diagrams = machine.diagrams
    found = field(machine, leaf, name, location)
    cell = machine.heap.cells[leaf.cell]
    by_loops = mapping_keys.under_loops(machine, leaf, name)
    found = mapping_keys.overlaid(machine, by_loops, found)
    if cell.made and name not in cell.fields and mapping_keys.copied_from(machine, leaf) is None:
        if mapping_keys.is_without(machine, leaf, name):
            machine.fail(diagrams.negate(mapping_keys.somewhere(machine, by_loops)), FailureKind.MISSING_KEY)
        else:
            tell_missing(machine, _settled(machine, leaf, Constant.of(name)), location)
        return opaque.holding(machine, f"the value under {name!r}", location, (diagrams.leaf(leaf),))
    is_there = machine.given(found) if elements.is_mapping(machine, leaf) else diagrams.true
    if machine.catchers or not elements.is_mapping(machine, leaf):
        is_there = diagrams.both(is_there, mapping_keys.holds_key(machine, leaf, found))
    machine.fail(diagrams.negate(is_there), FailureKind.MISSING_KEY)
    if elements.is_mapping(machine, leaf):
        absent = diagrams.both(machine.guard, questions.is_none(machine, found))
        machine.may_refuse |= absent is not diagrams.false and not machine.catchers
    return found


def _settled(machine: Machine, *parts: Any) -> tuple[Diagram, ...]:
    return tuple(machine.heap.settle(machine.diagrams.leaf(part)) for part in parts)


def _any_written(
    machine: Machine, sequence: Reference, entries: list[Entry], key: Any
) -> list[tuple[Diagram, Entry]] | None:
    """The elements of a sequence that is written out, at a computed position: each where that is its own, the last one
    elsewhere."""
    is_written = machine.heap.cells[sequence.cell].made in SEQUENCES
    if not is_written or not isinstance(key, (Computed, Reference)) or not 0 < len(entries) <= POSITIONS:
        return None
    if any(entry.present is not machine.diagrams.true or is_representative(entry.key) for entry in entries):
        return None
    position = machine.diagrams.leaf(key)
    chosen, elsewhere = [], machine.diagrams.true
    for number, entry in enumerate(entries[:-1]):
        here = comparing.same(machine, position, machine.diagrams.leaf(Constant.of(number)))
        chosen.append((machine.diagrams.both(elsewhere, here), entry))
        elsewhere = machine.diagrams.both(elsewhere, machine.diagrams.negate(here))
    return [*chosen, (elsewhere, entries[-1])]


def _chosen_from(machine: Machine, chosen: list[tuple[Diagram, Diagram]], key: Any) -> Diagram:
    """The one of these values that is there; where none is, reading it raises what tells the key."""
    result: Diagram = chosen[0][1] if chosen else machine.diagrams.leaf(UNBOUND)
    found_at = machine.diagrams.false
    for where, value in chosen:
        result = machine.diagrams.choose(where, value, result)
        found_at = machine.diagrams.either(found_at, where)
    machine.refuse(machine.diagrams.negate(found_at), FailureKind.MISSING_ELEMENT, _settled(machine, key))
    return result


def _name_in(machine: Machine, leaf: Names, name: str | None, location: Location) -> Diagram:
    """``globals()[name]``."""
    if name is not None:
        return objects.get(machine, machine.diagrams.leaf(leaf.of), name, location)
    return opaque.holding(machine, "a name that is computed", location, namespaces.all_stored(machine, leaf.of))
