"""The heap: every object that a hook can touch, and what has been done to it.

A cell is one object. What it was at first is its *base*; what was changed since is in ``fields`` (by name) and
``entries`` (elements of a container). Objects that the hook was given exist only as far as they are looked at: reading
``obj.spec.template`` makes the cells on the way, each knowing the place it came from. A shallow copy shares its
children with the original (its *family*), a deep copy does not.

Where something unseen had an object, that and all that is reachable from it is lost: its parts are then unseen, made
when they are looked at, and what is done to them from there on is known. Nobody knows which objects they are: they keep
*company* with all that the unseen had, and what is done to one of a company may have been done to another.

Every change happens under a guard: where the guard does not hold, the old value stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from apivet.effects.cells import Cell, CellContent, Company, Entry, Store, can_be_one, is_written, merged
from apivet.effects.deep_copies import deep_copy
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.limits import REACHED
from apivet.effects.pictures import Pictures
from apivet.effects.values import (
    EARLIER,
    LAST,
    MARKS,
    MAY_BE_ANOTHER,
    NONE,
    ORDER,
    SHOWING,
    UNBOUND,
    Blank,
    Computed,
    Input,
    Path,
    Reference,
    Truthy,
    Unseen,
    Zero,
)
from apivet.program.model import Scalar, Unknown
from apivet.verdicts import Location

_Held = tuple[Diagram, Reference]


class Heap(Pictures):
    """The cells of one interpretation, and what is done to them."""

    def changed(self) -> list[int]:
        """The objects that were there before the hook ran, and in which something is another now."""
        return [number for number, began in self.began.items() if self._is_another(self.cells[number], began)]

    def _is_another(self, cell: Cell, began: CellContent) -> bool:
        now = CellContent.of(cell)
        if now.entries is not None and began.entries is None and isinstance(cell.base, Leaf):
            if self._settled_entries(cell, cell.base, ()) is None:
                now = replace(now, entries=None)  # it was only looked into
        return now != began

    def deep_copy(self, reference: Reference) -> Reference:
        """A copy that shares no object with the original."""
        return deep_copy(self, reference)

    # -------------------------------------------------------------------------------------------------- changing

    def store(self, guard: Diagram, reference: Reference, name: str, value: Diagram, before: Diagram) -> None:
        """Set a field where the guard holds; ``before`` is what it was."""
        for tell in self.on_store:
            tell(reference.cell, name, before)
        cell = self.opened(reference)
        cell.fields[name] = self.value_from_now(guard, cell, value, before)

    def value_from_now(self, guard: Diagram, cell: Cell, value: Diagram, before: Diagram) -> Diagram:
        """The value of an object's part that is set where a guard holds. Where nobody has the object, it is any."""
        return value if guard is cell.since else self.diagrams.choose(guard, value, before)

    def replace_entries(self, guard: Diagram, reference: Reference, entries: list[Entry]) -> None:
        """Put other elements in a container (``items[:] = ...``) where the guard holds."""
        cell = self.cells[reference.cell]
        before = self.entries(reference) or []
        elsewhere = self.diagrams.negate(guard)
        stay = [Entry(e.key, self.diagrams.both(e.present, elsewhere), e.value) for e in before]
        come = [Entry(e.key, self.diagrams.both(e.present, guard), e.value) for e in entries]
        cell.entries = [entry for entry in (*stay, *come) if entry.present is not self.diagrams.false]

    def note_store(
        self, guard: Diagram, reference: Reference, segment: str | None, value: Diagram, at: Location
    ) -> None:
        """Remember a change for the witness. Where elements are changed, those of another container may be."""
        for where, other in self.company(guard, reference) if segment in (None, LAST) else ():
            self.lose([(where, other)], Unseen(MAY_BE_ANOTHER, at, self.serial(), (value,)))
        base = self.cells[reference.cell].base
        root: str = ""
        path: Path = ()
        if isinstance(base, Leaf) and isinstance(base.value, Input):
            root, path = base.value.root, base.value.path
        if segment in (None, LAST):
            self.spoil(self.arrays.of(guard, [reference]), reference, value, at)
        self.show(guard, reference, None if segment in (None, LAST) else value, at)
        whole = path if segment is None else (*path, segment)
        self.stores.append(Store(guard, root, whole, value, at, tuple(self.sites), reference.cell))

    def spoil(self, others: Mapping[Reference, Diagram], changed: Reference, value: Diagram, at: Location) -> None:
        """Let nobody know what the elements of these slices are, as something was put into their array."""
        for other, where in others.items():
            held = [each for one in (other, changed) for each in self._held(where, self.cells[one.cell])]
            for entry in self.entries(other) or ():
                reason = "an element of an array into which something is put by way of another slice"
                unseen = Unseen(reason, at, self.serial(), (self.settle(entry.value), value))
                if held:
                    self.join(held, unseen)
                entry.value = self.diagrams.choose(where, self.diagrams.leaf(unseen), entry.value)

    # -------------------------------------------------------------------------------------------------- the unseen

    def lost_with(self, guard: Diagram, values: Sequence[Diagram]) -> list[Diagram]:
        """The objects that may be changed by way of these values, or of something that they hold, without being held
        themselves: slices of one array, and the holders of parts to which an address leads."""
        if not self.arrays and not self.parted:
            return []
        found = [(where, leaf) for value in values for where, leaf in self.diagrams.cases(value, guard)]
        given = [(where, held) for where, leaf in found if (held := self.object_behind(leaf)) is not None]
        reached = [Reference(number) for number in self._reached(given)]
        holders = (each for each in reached if each.cell in self.parted)
        return [self.diagrams.leaf(each) for each in (*self.arrays.of(guard, reached), *holders)]

    def join(self, given: Sequence[tuple[Diagram, Reference]], value: object) -> None:
        """A value may be, or hold, any of these objects, or a part of one: what is done to the one shows in the
        other."""
        company = Company()
        for number, guard in self._reached(given).items():
            company = merged(company, self._companies.get(number), self._companies, self._left)
            company.members[number] = self.diagrams.either(guard, company.members.get(number, self.diagrams.false))
            self._companies[number] = company
        assert isinstance(value, (Unseen, Computed))
        held = self.behind(value)
        company = merged(company, self._companies.get(held.cell), self._companies, self._left)
        company.members[held.cell], self._companies[held.cell] = self.diagrams.true, company
        origin = self.cells[held.cell].origin
        if isinstance(origin, Leaf) and isinstance(origin.value, Unseen):
            self._left[origin.value.number] = (company, self.diagrams.true)

    def made_of(self, guard: Diagram, values: Sequence[Diagram], made: Diagram) -> Diagram:
        """Something made of values, which may be, or hold, any object among these."""
        cases = [case for value in values for case in self.diagrams.cases(value, guard)]
        held = [(where, found) for where, leaf in cases if (found := self.object_behind(leaf)) is not None]
        for leaf in leaves(made) if held else ():
            self.join(held, leaf.value)
        return made

    def behind(self, value: Unseen | Computed) -> Reference:
        """The object that such a value is. One that was computed of something unseen, a slice say, may hold what that
        holds."""
        is_new = value not in self._behind
        found = super().behind(value)
        held = list(self._objects_within(value)) if is_new else []
        if held:
            self.join(held, value)
        return found

    def _objects_within(self, value: object) -> Iterator[tuple[Diagram, Reference]]:
        """The objects that something was computed of, over whatever steps."""
        seen: set[Diagram] = set()
        pending = list(value.operands) if isinstance(value, Computed) else []
        while pending:
            part = pending.pop()
            if part in seen:
                continue
            seen.add(part)
            for leaf in leaves(part):
                held = self.object_behind(leaf.value)
                if held is not None:
                    yield self.diagrams.true, held
                elif isinstance(leaf.value, Computed):
                    pending += (*leaf.value.operands, *self.sources.get(leaf.value, ()))

    def part(self, reference: Reference, base: Input | Unseen, name: str) -> Diagram:
        """The value under a name. Where the object may be another one, what that holds there by now may be it."""
        found = super().part(reference, base, name)
        company = self._companies.get(reference.cell) if isinstance(base, Unseen) else None
        if company is not None and isinstance(found, Leaf) and isinstance(found.value, Reference):
            for other, where in list(company.members.items()):
                mate = self.cells[other]
                if other != reference.cell and can_be_one(self.cells[reference.cell].shape, mate.shape):
                    self._be_perhaps(found.value, where, _held_under(mate, name))
        return found

    def _be_perhaps(self, part: Reference, where: Diagram, values: list[Diagram]) -> None:
        """Let an object be in one company with those that it may be."""
        held = {leaf.value.cell for value in values for leaf in leaves(value) if isinstance(leaf.value, Reference)}
        company = self._companies.get(part.cell) or Company()
        for number in sorted(held - company.members.keys() - {part.cell}):
            company = merged(company, self._companies.get(number), self._companies, self._left)
            company.members.setdefault(part.cell, where)
            company.members.setdefault(number, where)
            self._companies[number] = self._companies[part.cell] = company

    def _reached(self, given: Sequence[tuple[Diagram, Reference]]) -> dict[int, Diagram]:
        """All objects that can be reached from these, and where."""
        reached: dict[int, Diagram] = {}
        pending = list(given)
        while pending:
            guard, reference = pending.pop()
            known = reached.get(reference.cell, self.diagrams.false)
            cell = self.cells[reference.cell]
            is_new = self.diagrams.both(guard, self.diagrams.negate(known)) is not self.diagrams.false
            if not isinstance(cell.shape, Scalar) and is_new:
                reached[cell.number] = self.diagrams.either(known, guard)
                pending += self._held(guard, cell)
        return reached

    def show(self, guard: Diagram, changed: Reference, value: Diagram | None, at: Location) -> None:
        """Let a value that is put into an object show in those of its company of which nobody knows what they are, or
        hold, and in other parts of what it is itself a part of, where nobody knows what that is. Without a value, all
        that the object holds does."""
        if value is not None and guard is self.diagrams.true and is_written(value):
            return  # nothing that could show: it depends on no decision either
        number = changed.cell
        company, origin = self._companies.get(number), self.cells[number].origin
        where_it_shows: list[tuple[Diagram, Cell]] = []
        if company is not None:
            here = self.diagrams.both(guard, company.members[number])
            for other, there in company.members.items():
                if other != number and (where := self.diagrams.both(here, there)) is not self.diagrams.false:
                    where_it_shows.append((where, self.cells[other]))
        if isinstance(origin, Leaf) and isinstance(origin.value, Zero):
            where_it_shows.append((guard, self.cells[number]))  # where it is of another class by now
        if isinstance(origin, Leaf) and isinstance(origin.value, Unseen):
            whole = self._behind.get(replace(origin.value, path=()))
            pending = [self.cells[number] if whole is None else self.cells[whole.cell]]
            while pending:
                part = pending.pop()
                pending += [self.cells[child.cell] for child in dict.fromkeys(part.hidden.values())]
                where_it_shows.append((guard, part))
        for where, cell in where_it_shows:
            if isinstance(cell.shape, Unknown) and any(isinstance(leaf.value, Unseen) for leaf in leaves(cell.base)):
                if value is None:
                    value = self.settle(self.diagrams.leaf(changed))
                self._show_in(where, cell, value, at)

    def _show_in(self, guard: Diagram, cell: Cell, value: Diagram, at: Location) -> None:
        """Let parts that nobody looked at yet, of an object of which nothing is known, depend on a value."""
        bases = [leaf.value for leaf in leaves(cell.base) if isinstance(leaf.value, Unseen)]
        now = self.diagrams.choose(guard, value, self.diagrams.leaf(UNBOUND))
        shown = Unseen(SHOWING, at, self.serial(), (now, cell.base))
        self._shapes_left[shown.number] = cell.shape
        if (company := self._companies.get(cell.number)) is not None:
            self._left[shown.number] = (company, guard)
        for (before, name), child in list(cell.hidden.items()):
            if before in bases:
                cell.hidden[shown, name] = child
        left = self.diagrams.leaf(shown)
        cell.base = self.diagrams.transform(cell.base, lambda leaf: left if isinstance(leaf.value, Unseen) else leaf)

    def lose(self, given: Sequence[tuple[Diagram, Reference]], unseen: Unseen) -> None:
        """Something unknown may have been done to these objects, and to all that is reachable from them. Where it has
        come by an object that one of these perhaps holds, it may bring back what was in that one."""
        reached: dict[int, Diagram] = {}
        brought: dict[int, dict[Reference, None]] = {}
        swept: dict[object, Diagram] = {}
        pending: list[tuple[Diagram, Reference, Reference | None]] = [(*each, None) for each in given]
        while pending:
            guard, reference, within = pending.pop()
            known = reached.get(reference.cell, self.diagrams.false)
            cell = self.cells[reference.cell]
            is_new = self.diagrams.both(guard, self.diagrams.negate(known)) is not self.diagrams.false
            # A text or a number stays what it is: its holder may get another one, an earlier taker keeps it.
            if isinstance(cell.shape, Scalar) or not is_new:
                continue
            reached[cell.number] = self.diagrams.either(known, guard)
            if within is not None:
                brought.setdefault(cell.number, {})[within] = None
            pending += [(where, held, within) for where, held in self._held(guard, cell)]
            is_told = len(reached) < REACHED
            if within is None and (is_told or self._is_first(swept, guard, cell)):
                perhaps = self._perhaps_held(guard, cell, unseen, told=is_told)
                pending += [(where, other, other) for where, other in perhaps]
        ways = dict.fromkeys(way for each in brought.values() for way in each)
        was = {way: self.settle(self.diagrams.leaf(way)) for way in ways}
        company = Company()
        self._left[unseen.number] = (company, self.diagrams.true)
        for number, guard in reached.items():
            operands = (*unseen.operands, *(was[way] for way in brought.get(number, ())))
            left = replace(unseen, number=self.serial(), operands=operands)
            self._left[left.number] = (company, guard)
            self._shapes_left[left.number] = self.cells[number].shape
            self._lose_one(guard, self.cells[number], left)
            self.cells[number].pointed = True  # whoever has it may keep its address
        for number, guard in reached.items():
            company = merged(company, self._companies.get(number), self._companies, self._left)
            company.members[number] = self.diagrams.either(guard, company.members.get(number, self.diagrams.false))
            self._companies[number] = company

    def was_lost(self, unseen: Unseen) -> bool:
        """Whether this is what a call that nobody can follow left of an object."""
        return unseen.number in self._left

    def _is_first(self, swept: dict[object, Diagram], guard: Diagram, cell: Cell) -> bool:
        """Whether no object of its company that is as it is was asked for the others yet, where the guard holds: what
        one perhaps holds, the other does."""
        company = self._companies.get(cell.number)
        if company is None:
            return False
        key = id(company), cell.shape, cell.is_hidden
        here = self.diagrams.both(guard, company.members[cell.number])
        known = swept.get(key, self.diagrams.false)
        swept[key] = self.diagrams.either(known, here)
        return swept[key] is not known

    def _held(self, guard: Diagram, cell: Cell) -> Iterator[tuple[Diagram, Reference]]:
        """The objects that one holds, or may hold, as it was made of them."""
        bases = [leaf.value for leaf in leaves(cell.base) if isinstance(leaf.value, Computed)]
        values = [*cell.held, *(part for base in bases for part in self.sources.get(base, ()))]
        children = [child for name, child in cell.family.items() if name not in cell.fields]
        for child in (*children, *cell.hidden.values()):
            yield guard, child
        for value in values:
            for where, found in self.diagrams.cases(value, guard):
                held = self.object_behind(found)
                if held is not None:
                    yield where, held

    def _perhaps_held(self, guard: Diagram, cell: Cell, unseen: Unseen, *, told: bool) -> Iterator[_Held]:
        """The objects that one may be or hold, each by a decision of its own where they are ``told`` apart."""
        for where, other in self._others(guard, cell, is_open=isinstance(cell.shape, Unknown)):
            kind, mate = cell.shape, self.cells[other]
            if not isinstance(mate.shape, Scalar) and (can_be_one(kind, mate.shape) or self.can_hold(kind, mate.shape)):
                within = self._decided(where, "within", self.diagrams.leaf(unseen), mate.origin) if told else where
                yield within, Reference(other)

    def company(self, guard: Diagram, reference: Reference) -> list[tuple[Diagram, Reference]]:
        """The objects that one may be, as nobody knows which it is, each with the guard under which it is that."""
        cell = self.cells[reference.cell]
        found = []
        for where, other in self._others(guard, cell):
            mate = self.cells[other]
            is_known = not isinstance(mate.shape, Unknown) or bool(mate.fields or mate.entries or mate.hidden)
            if is_known and can_be_one(cell.shape, mate.shape):
                one, two = sorted((cell, mate), key=lambda each: each.number)
                found.append((self._decided(where, "one object", one.origin, two.origin), Reference(other)))
        return found

    def _others(self, guard: Diagram, cell: Cell, *, is_open: bool = False) -> list[tuple[Diagram, int]]:
        """The rest of an object's company, without those that are known to be others: what was held before the unseen
        came stays what it is. An object of no known shape, ``is_open``, may hold any."""
        company = self._companies.get(cell.number)
        if company is None:
            return []
        here = self.diagrams.both(guard, company.members[cell.number])
        others = [
            (self.diagrams.both(here, there), other)
            for other, there in company.members.items()
            if other != cell.number and (is_open or cell.is_hidden or self.cells[other].is_hidden)
        ]
        return [(where, other) for where, other in others if where is not self.diagrams.false]

    def _decided(self, guard: Diagram, operator: str, *values: Diagram | None) -> Diagram:
        """The guard narrowed by something that nobody can see."""
        known = tuple(value for value in values if value is not None)
        return self.diagrams.both(guard, self.diagrams.decide(Truthy(Computed(operator, known))))

    def _lose_one(self, guard: Diagram, cell: Cell, left: Unseen) -> None:
        """Under the guard an object has unseen parts."""
        reference, elsewhere = Reference(cell.number), self.diagrams.negate(guard)
        if isinstance(cell.base, Leaf) and cell.base.value == Blank("tuple"):
            return  # its elements are what can be changed
        if guard is cell.since:
            guard, elsewhere = self.diagrams.true, self.diagrams.false
        entries = cell.entries
        for name, value in list(cell.fields.items()):
            if guard is self.diagrams.true:
                del cell.fields[name]
            elif name in MARKS:
                cell.fields[name] = self.diagrams.choose(guard, self.diagrams.leaf(NONE), value)
            else:
                cell.fields[name] = self.diagrams.choose(guard, self.part(reference, left, name), value)
        cell.base = self.diagrams.choose(guard, self.diagrams.leaf(left), cell.base)
        if isinstance(cell.shape, Unknown) and cell.fields:
            order = self.diagrams.leaf(Computed("left by", (self.diagrams.leaf(left),)))
            cell.fields[ORDER] = self.diagrams.choose(guard, order, cell.fields.get(ORDER, self.diagrams.leaf(NONE)))
        if entries is not None:
            stay = [Entry(entry.key, self.diagrams.both(entry.present, elsewhere), entry.value) for entry in entries]
            come = [
                Entry(key, self.diagrams.both(guard, self._has(left, key)), self.part(reference, left, key))
                for key in (EARLIER, LAST)
            ]
            cell.entries = [entry for entry in (*stay, *come) if entry.present is not self.diagrams.false]


def _held_under(cell: Cell, name: str) -> list[Diagram]:
    """The values that were put into an object under a name, or into a container."""
    if name in (EARLIER, LAST):
        return [entry.value for entry in cell.entries or ()]
    return [cell.fields[name]] if name in cell.fields else []
