"""Pictures of objects as they are at one moment, and what was changed since they came to be."""

from __future__ import annotations

from apivet.effects.cell_table import CellTable
from apivet.effects.cells import Cell
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.values import (
    EARLIER,
    LAST,
    UNBOUND,
    Blank,
    Computed,
    Input,
    Place,
    Reference,
    Structure,
    Unseen,
)
from apivet.program.model import MapOf


class Pictures(CellTable):
    """The cells, and how they look."""

    def opened(self, reference: Reference) -> Cell:
        """The cell of an object, for one who looks into it. What was changed below a name of a mapping is an element
        that has a name: it is none of those that stand for all others."""
        cell = super().opened(reference)
        if isinstance(cell.shape, MapOf):
            for name, child in cell.family.items():
                if name not in (*cell.fields, EARLIER, LAST) and self.is_changed(child):
                    cell.fields[name] = self.diagrams.leaf(child)
        return cell

    def changed_parts(self, reference: Reference, base: Input) -> dict[str, Diagram]:
        """The elements that stand for all others of a mapping, as far as something in them was changed, or others came
        in their stead."""
        cell = self.cells[reference.cell]
        found: dict[str, Diagram] = {}
        for entry in cell.entries or ():
            if entry.key in (EARLIER, LAST) and entry.name is None:
                before = found.get(entry.key, entry.value)
                found[entry.key] = self.diagrams.choose(entry.present, entry.value, before)
        if cell.entries is None:
            found = {key: self.diagrams.leaf(cell.family[key]) for key in (EARLIER, LAST) if key in cell.family}
        return {
            key: value for key, value in found.items() if self.settle(value) is not self.diagrams.leaf(base.child(key))
        }

    def is_changed(self, reference: Reference) -> bool:
        """Whether anything was done to the object, or inside it, since it came to be."""
        return self.settle(self.diagrams.leaf(reference)) is not self.cells[reference.cell].origin

    def settle(self, value: Diagram) -> Diagram:
        """The value as it is now, with every reference replaced by an immutable picture of the object."""
        return self._settle(value, ())

    def settle_where(self, value: Diagram, guard: Diagram) -> Diagram:
        """The same where a guard holds: what was done elsewhere does not show."""
        before, self._where = self._where, guard
        settled = self._settle(value, ())
        self._where = before
        return settled

    def _settle(self, value: Diagram, above: tuple[int, ...]) -> Diagram:
        value = self.diagrams.assuming(value, self._where)

        def one(leaf: Leaf) -> Diagram:
            if isinstance(leaf.value, Reference):
                return self._picture(leaf.value, above)
            if isinstance(leaf.value, Place):
                return self._settle(self.at_place(leaf.value), above)
            if isinstance(leaf.value, (Unseen, Computed)) and leaf.value in self._behind:
                held = self._behind[leaf.value]
                return self._picture(held, above) if self.is_changed(held) else leaf
            return leaf

        return self.diagrams.transform(value, one)

    def _picture(self, reference: Reference, above: tuple[int, ...]) -> Diagram:
        cell = self.cells[reference.cell]
        self.look_again(cell)
        if cell.number in above:
            return self.diagrams.leaf(Unseen("an object that contains itself", None, cell.number, ()))
        inside = (*above, cell.number)
        own = {name: self._settle(stored, inside) for name, stored in cell.fields.items()}
        base = self.diagrams.assuming(cell.base, self._where)
        return self.diagrams.transform(base, lambda leaf: self._seen_from(cell, leaf, own, inside))

    def _seen_from(self, cell: Cell, base: Leaf, own: dict[str, Diagram], inside: tuple[int, ...]) -> Diagram:
        """The picture of an object where its base is that."""
        given = base.value
        if cell.overwritten:
            where = self.diagrams.where(cell.base, base)
            own = {name: self.diagrams.assuming(settled, where) for name, settled in own.items()}
        fields = {name: settled for name, settled in own.items() if settled is not self._under(given, name)}
        parts = cell.family if base is cell.origin else {}
        if isinstance(given, Unseen):
            parts = {name: child for (left, name), child in cell.hidden.items() if left == given}
        for name, child in parts.items():
            if name in cell.fields or (cell.entries is not None and name in (EARLIER, LAST)):
                continue
            settled = self._picture(child, inside)
            if settled is not self.cells[child.cell].origin:
                fields[name] = settled
        entries, names = self._settled_entries(cell, base, inside)
        if not fields and (entries is None or (not entries and isinstance(given, Blank))):
            return base
        # Keys of a dict that was made come in the order in which they were put in.
        named = tuple(fields.items() if isinstance(given, Blank) else sorted(fields.items(), key=lambda item: item[0]))
        return self.diagrams.leaf(Structure(base, named, entries, names))

    def _under(self, base: object, name: str) -> Diagram | None:
        """The value under a name of which nothing needs to be told: nobody changed it."""
        if isinstance(base, (Input, Unseen)):
            return self.diagrams.leaf(base.child(name))
        return self.diagrams.leaf(UNBOUND) if isinstance(base, Blank) else None

    def _settled_entries(
        self, cell: Cell, base: Leaf, inside: tuple[int, ...]
    ) -> tuple[tuple[tuple[str, Diagram, Diagram], ...] | None, tuple[Diagram | None, ...]]:
        """The elements of a container where its base is that, and the keys of those that have other ones."""
        if cell.entries is None:
            return None, ()
        where = self.diagrams.where(cell.base, base)
        present = [
            (entry, self.diagrams.assuming(self.diagrams.both(where, entry.present), self._where))
            for entry in cell.entries
        ]
        held = [
            (entry, there)
            for entry, there in present
            if there is not self.diagrams.false or where is self.diagrams.true
        ]
        settled = tuple((entry.key, there, self._settle(entry.value, inside)) for entry, there in held)
        names = tuple(None if entry.name is None else self._settle(entry.name, inside) for entry, _ in held)
        if isinstance(base.value, (Input, Unseen)):
            given = base.value
            had = [(key, self.diagrams.both(where, self._has(given, key))) for key in (EARLIER, LAST)]
            untouched = tuple(
                (key, self.diagrams.assuming(there, self._where), self.diagrams.leaf(given.child(key)))
                for key, there in had
            )
            if settled == untouched:
                return None, ()
        return settled, names if any(name is not None for name in names) else ()
