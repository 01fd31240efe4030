"""Deep copies of objects."""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from apivet.effects.cells import Cell
from apivet.effects.diagrams import Diagram, Diagrams, Leaf
from apivet.effects.values import EARLIER, LAST, Reference


class Cells(Protocol):
    """The heap, as far as copies ask for it."""

    cells: list[Cell]
    diagrams: Diagrams

    def look_again(self, cell: Cell) -> None:
        """Let a view show the mapping as it is now."""

    def is_fields(self, reference: Reference) -> bool:
        """Whether this is no object but the mapping of one's fields."""

    def is_changed(self, reference: Reference) -> bool:
        """Whether anything was done to the object, or inside it, since it came to be."""


def deep_copy(heap: Cells, reference: Reference) -> Reference:
    """A copy that shares no object with the original."""
    made: dict[Reference, Reference] = {}

    def copied(value: Diagram) -> Diagram:
        return heap.diagrams.transform(value, one)

    def one(leaf: Leaf) -> Diagram:
        if isinstance(leaf.value, Reference):
            return heap.diagrams.leaf(whole(leaf.value))
        return leaf

    def whole(original: Reference) -> Reference:
        if original in made:
            return made[original]
        cell = heap.cells[original.cell]
        heap.look_again(cell)
        copy = replace(cell, number=len(heap.cells), family={}, hidden={}, fields={}, entries=None, optional=False)
        copy.shows, copy.mapping = None, heap.is_fields(original)
        heap.cells.append(copy)
        made[original] = Reference(copy.number)
        copy.fields = {name: copied(value) for name, value in cell.fields.items()}
        for name, child in cell.family.items():
            if cell.entries is not None and name in (EARLIER, LAST):
                continue  # The elements are copied below.
            if name not in copy.fields and heap.is_changed(child):
                copy.fields[name] = heap.diagrams.leaf(whole(child))
        for key, child in cell.hidden.items():
            if heap.is_changed(child):
                copy.hidden[key] = whole(child)
        if cell.entries is not None:
            copy.entries = [replace(entry, value=copied(entry.value)) for entry in cell.entries]
        return made[original]

    return whole(reference)
