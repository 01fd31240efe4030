"""Changes that may have happened: what objects were before something of which nobody knows whether it was done."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from apivet.effects.cells import Cell, Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Heap
from apivet.effects.values import EARLIER, LAST, UNBOUND, Input


class Watch:
    """All objects as they are when the watch begins."""

    def __init__(self, heap: Heap) -> None:
        self._heap = heap
        self._before: list[tuple[Cell, Diagram, dict[str, Diagram], list[Entry] | None]] = [
            (cell, cell.base, dict(cell.fields), None if cell.entries is None else [replace(e) for e in cell.entries])
            for cell in heap.cells
        ]
        #: The values that stood in a field before each of the times that it was set.
        self._stood: dict[tuple[int, str], list[Diagram]] = {}
        heap.on_store.append(self._note)

    def _note(self, cell: int, name: str, before: Diagram) -> None:
        stood = self._stood.setdefault((cell, name), [])
        if before not in stood:
            stood.append(before)

    def end(self) -> bool:
        """Whether anything was changed."""
        self._heap.on_store.remove(self._note)
        for cell in self._heap.cells[len(self._before) :]:
            if isinstance(cell.origin, Leaf) and isinstance(cell.origin.value, Input):
                # A part of a given object that was looked at only now.
                self._before.append((cell, cell.origin, {}, None))
        known = {cell.number for cell, *_ in self._before}
        return any(len(stood) > 1 and cell in known for (cell, _), stood in self._stood.items()) or any(
            base is not cell.base or fields != cell.fields or _differ(self._elements(cell, entries), cell.entries)
            for cell, base, fields, entries in self._before
        )

    def mix(self, done: Diagram, in_part: Callable[[], Diagram] | None = None) -> None:
        """Let what was changed be as it was where a guard does not hold; where it may be done in part, what was set
        several times is as it was in between where one of the guards that this gives holds."""
        choose = self._heap.diagrams.choose
        for cell, base, fields, entries in self._before:
            for name, value in cell.fields.items():
                stood = self._stood.get((cell.number, name), [])
                first = stood[0] if stood else self._heap.diagrams.leaf(UNBOUND)
                before = fields.get(name, first)
                mixed = choose(done, value, before)
                for between in stood:
                    if in_part is not None and between is not value and between is not before:
                        mixed = choose(in_part(), between, mixed)
                cell.fields[name] = mixed
            cell.base = choose(done, cell.base, base)
            known = self._elements(cell, entries)
            if _differ(known, cell.entries):
                cell.entries = self._mixed(done, known or [], cell.entries or [])

    def _elements(self, cell: Cell, entries: list[Entry] | None) -> list[Entry] | None:
        """The elements that there were; those of a container that was only looked into are the given ones."""
        given = cell.base.value if isinstance(cell.base, Leaf) else None
        if entries is None and cell.entries is not None and isinstance(given, Input):
            given_elements = ((key, cell.family.get(key)) for key in (EARLIER, LAST))
            return [
                Entry(key, self._heap.exists(given, key), self._heap.diagrams.leaf(child))
                for key, child in given_elements
                if child is not None
            ]
        return entries

    def _mixed(self, done: Diagram, before: list[Entry], after: list[Entry]) -> list[Entry]:
        diagrams = self._heap.diagrams
        undone = diagrams.negate(done)
        if [entry.key for entry in before] == [entry.key for entry in after[: len(before)]]:
            kept = [
                Entry(
                    new.key,
                    diagrams.choose(done, new.present, old.present),
                    diagrams.choose(done, new.value, old.value),
                )
                for old, new in zip(before, after)
            ]
            after = after[len(before) :]
        else:
            kept = [Entry(entry.key, diagrams.both(entry.present, undone), entry.value) for entry in before]
        return kept + [Entry(entry.key, diagrams.both(entry.present, done), entry.value) for entry in after]


def _differ(before: list[Entry] | None, after: list[Entry] | None) -> bool:
    told = ([(entry.key, entry.present, entry.value) for entry in entries or ()] for entries in (before, after))
    one, other = told
    return one != other
