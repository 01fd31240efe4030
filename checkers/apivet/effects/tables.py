"""Mappings that are written out, and what stands in them under a key that is a constant or comes from an object."""

from __future__ import annotations

from typing import Any

from apivet.effects import enums
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality import comparing
from apivet.effects.state import Machine
from apivet.effects.values import MARKS, Constant, Member, Position, Reference, TypeValue


def written(machine: Machine, key: Any) -> Diagram | None:
    """A key that is written out, in one spelling; ``None`` for any other."""
    key = enums.plain_key(machine, key)
    if isinstance(key, Constant) and isinstance(key.value, (bool, float)) and key.value == int(key.value):
        key = Constant.of(int(key.value))  # one is true, and the same key
    is_written = isinstance(key, (Constant, Member)) or (isinstance(key, TypeValue) and key.of is None)
    return machine.diagrams.leaf(key) if is_written else None


def under(machine: Machine, entries: list[Entry], key: Any) -> list[Entry] | None:
    """The entries under a key that is written out; ``None`` where that is another question."""
    wanted = written(machine, key)
    if wanted is None:
        return None
    return [each for each in entries if isinstance(each.name, Leaf) and written(machine, each.name.value) is wanted]


def looked_up(machine: Machine, table: Reference, key: Any) -> list[tuple[Diagram, Diagram]] | None:
    """The values of a mapping under a key: each value, with the guard under which it is the one; ``None`` where not all
    of its keys are written out."""
    cell = machine.heap.cells[table.cell]
    if cell.made != "dict" or isinstance(key, Position):
        return None
    entries = cell.entries or []
    if not all(isinstance(entry.name, Leaf) and written(machine, entry.name.value) for entry in entries):
        return None
    found = under(machine, entries, key)
    if found is not None:
        return [(entry.present, entry.value) for entry in found]
    texts = [(machine.diagrams.leaf(Constant.of(name)), name) for name in cell.fields if name not in MARKS]
    held = [(text, machine.given(cell.fields[name]), cell.fields[name]) for text, name in texts]
    held += [(entry.name, entry.present, entry.value) for entry in entries if isinstance(entry.name, Leaf)]
    asked = machine.diagrams.leaf(key)
    return [
        (machine.diagrams.both(present, comparing.same(machine, asked, its)), value) for its, present, value in held
    ]


def holds(machine: Machine, table: Reference, key: Any) -> Diagram | None:
    """The guard under which a mapping has a key; ``None`` where not all of its keys are written out."""
    found = looked_up(machine, table, key)
    if found is None:
        return None
    present: Diagram = machine.diagrams.false
    for where, _ in found:
        present = machine.diagrams.either(present, where)
    return present
