"""Elements that may be one: those of sets, and of mappings under keys that were computed.

A set holds a value once that is put into it twice, and a mapping has the last value under a key that is put in again.
Two values that may be equal are kept as two elements; counts, and loops over them, ask here which of them are there.
"""

from __future__ import annotations

from msgspec.structs import replace

from apivet.effects import mapping_keys
from apivet.effects.cells import Entry
from apivet.effects.declared import is_set_given
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.equality import comparing
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, KEYS, LAST, Constant, Input, Position, Reference
from apivet.program.model import MapOf


def each_once(machine: Machine, holder: Reference, entries: list[Entry]) -> list[Entry]:
    """The elements of a container, without those that equal an earlier one: of these its value stays, or that under
    the key of a mapping. ``{a, b}`` has ``b`` where it differs from ``a``. Those that stand for others may do so for
    fewer than were put in, so they are none of the container that these came from."""
    cell = machine.heap.cells[holder.cell]
    is_set = cell.made == "set"
    if not cell.made and isinstance(cell.shape, MapOf):
        return _beside_names(machine, holder, entries)
    if not (is_set or KEYS in cell.fields) or (is_set and _differ(machine, entries)):
        return entries
    both, negate, choose = machine.diagrams.both, machine.diagrams.negate, machine.diagrams.choose
    found: list[tuple[Entry, Diagram]] = []
    for name in () if is_set else mapping_keys.names_of(machine, holder):
        there = mapping_keys.holds_key(machine, holder, cell.fields[name])
        found.append((Entry(name, there, machine.none), machine.diagrams.leaf(Constant.of(name))))
    named = len(found)
    for entry in entries:
        key = entry.value if is_set else mapping_keys.key_of(machine, holder, entry)
        is_fewer = entry.key in (EARLIER, LAST) and not _is_own(key)
        own = replace(entry, key=f"#{entry.key}" if is_fewer else entry.key)
        for other, its in found:
            again = both(both(entry.present, other.present), _are_one(machine, its, key))
            own.present = both(own.present, negate(again))
            other.value = other.value if is_set else choose(again, entry.value, other.value)
        found.append((own, key))
    return [entry for entry, _ in found[named:]]


def _beside_names(machine: Machine, mapping: Reference, entries: list[Entry]) -> list[Entry]:
    """The elements of a mapping that was given, but for those that stand under names of their own, or did."""
    found = []
    for entry in entries:
        key = mapping_keys.key_of(machine, mapping, entry)
        is_other = machine.diagrams.true if entry.name else mapping_keys.under_no_name(machine, mapping, key)
        found.append(replace(entry, present=machine.diagrams.both(entry.present, is_other)))
    return found


def _are_one(machine: Machine, first: Diagram, second: Diagram) -> Diagram:
    if not (_is_own(first) and _is_own(second)):
        return comparing.same(machine, first, second)
    return machine.diagrams.transform(first, lambda leaf: mapping_keys.are_one(machine, leaf.value, second))


def _is_own(value: Diagram) -> bool:
    """Whether a value is the key or the index of some element, which no other element of its container has."""
    return all(isinstance(leaf.value, Position) for leaf in leaves(value))


def _differ(machine: Machine, entries: list[Entry]) -> bool:
    """Whether the elements of a set are written out, or are the keys or positions of one container, or those of one set
    that was given, and each is another one."""
    settled = [machine.heap.settle(entry.value) for entry in entries]
    held = [value.value if isinstance(value, Leaf) else None for value in settled]
    placed = {(value.of, value.placement) if isinstance(value, Position) else None for value in held}
    are_told = all(isinstance(value, Constant) for value in held) or (len(placed) == 1 and None not in placed)
    of = {Input(each.root, each.path[:-1]) if isinstance(each, Input) and each.path else None for each in held}
    return len(set(held)) == len(held) and (are_told or (len(of) == 1 and is_set_given(machine, of.pop())))
