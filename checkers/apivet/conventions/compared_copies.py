"""Copies that a hook makes to compare them: parts that were put into these alone are no parts of what is stored."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.picture import Picture
from apivet.effects.values import Path, Reference
from apivet.effects.view import View


def is_put_into_copies_alone(view: View, part: object, at: Path) -> bool:
    """Whether a part was put under its name into objects that never lay in what is stored, and into no other: a
    comparison with one of them leaves it out."""
    heap = view.outcome.machine.heap
    base = view.base_of(part)
    holders = {
        store.cell
        for store in heap.stores
        if store.path[-1:] == at[-1:] and any(value in (part, base) for value in _values(view.outcome, store.value))
    }
    return bool(holders) and holders.isdisjoint(_ever_stored(view.outcome))


def _values(outcome: Picture, value: Diagram) -> Iterator[object]:
    """The values that were put somewhere: an object by what it was made from."""
    cells = outcome.machine.heap.cells
    for leaf in leaves(value):
        if isinstance(leaf.value, Reference):
            yield from (each.value for each in leaves(cells[leaf.value.cell].origin or cells[leaf.value.cell].base))
        else:
            yield leaf.value


@functools.lru_cache(maxsize=1)
def _ever_stored(outcome: Picture) -> frozenset[int]:
    """The objects that lie in what is stored, or lay there at some time."""
    heap = outcome.machine.heap
    put: dict[int, list[Diagram]] = {}
    for store in heap.stores:
        put.setdefault(store.cell, []).append(store.value)
    found: set[int] = set()
    pending = list(outcome.roots)
    while pending:
        number = pending.pop()
        if number in found:
            continue
        found.add(number)
        cell = heap.cells[number]
        pending += [child.cell for child in cell.family.values()]
        held = [*cell.fields.values(), *(entry.value for entry in cell.entries or ()), *put.get(number, ())]
        pending += [leaf.value.cell for value in held for leaf in leaves(value) if isinstance(leaf.value, Reference)]
    return frozenset(found)
