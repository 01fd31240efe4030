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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from apivet.effects.cells import Cell, Company, Content, Entry, Lookup, Shown, Store, can_be_one, is_written, merged
from apivet.effects.deep_copies import deep_copy
from apivet.effects.diagrams import Diagram, Diagrams, Leaf, leaves
from apivet.effects.values import (
    EARLIER,
    LAST,
    MARKS,
    NONE,
    ORDER,
    UNBOUND,
    Base,
    Blank,
    Computed,
    Exists,
    Input,
    Path,
    Place,
    Reference,
    Structure,
    Truthy,
    Unseen,
    Zero,
)
from apivet.program.model import ListOf, MapOf, Scalar, Shape, Unknown
from apivet.verdicts import Location

_Held = tuple[Diagram, Reference]
#: Most objects that a call may reach and that are told apart; of more, all are taken to be reached.
_TOLD = 6


class Heap:
    """All cells of one interpretation. ``describe`` tells the declared shape of a field of a shape, ``can_hold``
    whether something of a shape can have another as a part, ``container_of`` what stands for the elements of something
    unseen."""

    def __init__(
        self,
        diagrams: Diagrams,
        describe: Callable[[Shape, str], tuple[Shape, bool]],
        can_hold: Callable[[Shape, Shape], bool],
        container_of: Callable[[Diagram], Input],
    ) -> None:
        self.diagrams = diagrams
        self.describe = describe
        self.can_hold = can_hold
        self.container_of = container_of
        self._serial = 0
        self._behind: dict[Unseen | Computed, Reference] = {}
        #: The company of each object that something unseen had, and of all that it left.
        self._companies: dict[int, Company] = {}
        self._left: dict[int, tuple[Company, Diagram]] = {}
        #: The shape of each object that something unseen had, by the number of what it left.
        self._shapes_left: dict[int, Shape] = {}
        self.cells: list[Cell] = []
        self.stores: list[Store] = []
        self.lookups: list[Lookup] = []
        #: The cell of each part of a given object that was looked at.
        self._given: dict[Input, int] = {}
        #: Told of each field that is set: the object, the name, and what stood there.
        self.on_store: list[Callable[[int, str, Diagram], None]] = []
        #: The cells of what was there before the hook ran and is there afterwards: the strategy, globals, defaults.
        self.lasting: set[int] = set()
        #: Opaque values that were there before the hook ran.
        self.lasting_values: set[Unseen | Computed] = set()
        #: The first contents of each lasting cell.
        self.began: dict[int, Content] = {}
        #: The value at an address.
        self.at_place: Callable[[Place], Diagram] = lambda place: diagrams.leaf(NONE)
        #: The calls that are being followed.
        self.sites: list[Location] = []

    def given_shapes(self) -> list[Shape]:
        """The shapes of the objects that the hook was given, as a whole."""
        origins = [(cell.shape, cell.origin.value) for cell in self.cells if isinstance(cell.origin, Leaf)]
        return [shape for shape, origin in origins if isinstance(origin, Input) and not origin.path]

    def shape_of(self, given: Input) -> Shape | None:
        """The shape of something that the hook was given, where it was looked at."""
        number = self._given.get(given)
        return None if number is None else self.cells[number].shape

    def shape_left(self, unseen: Unseen) -> Shape:
        """The declared shape of what something unseen left, or of a part of that."""
        shape = self._shapes_left.get(unseen.number, Unknown("unseen"))
        for name in unseen.path:
            shape, _ = self.describe(shape, name)
        return shape

    def begin(self) -> None:
        """The hook runs from here on: what was done so far is no doing of its own."""
        self.stores.clear()
        for cell in self.cells:
            given = cell.base.value if isinstance(cell.base, Leaf) else None
            if not isinstance(given, Input):
                self.keep(cell.number)

    def keep(self, number: int) -> None:
        """An object was there before the hook ran: what is in it now is what it begins with."""
        self.lasting.add(number)
        self.began[number] = Content.of(self.cells[number])

    def restore(self, number: int, content: Content) -> None:
        """Let an object be what it was at one moment, and in no company."""
        cell, entries = self.cells[number], content.entries
        cell.base, cell.fields = content.base, dict(content.fields)
        cell.entries = None if entries is None else [Entry(*each) for each in entries]
        cell.hidden.clear()
        company = self._companies.pop(number, None)
        if company is not None:
            company.members.pop(number, None)

    def changed(self) -> list[int]:
        """The objects that were there before the hook ran, and in which something is another now."""
        return [number for number, began in self.began.items() if self._is_another(self.cells[number], began)]

    def _is_another(self, cell: Cell, began: Content) -> bool:
        now = Content.of(cell)
        if now.entries is not None and began.entries is None and isinstance(cell.base, Leaf):
            if self._settled_entries(cell, cell.base, ()) is None:
                now = replace(now, entries=None)  # it was only looked into
        return now != began

    def serial(self) -> int:
        """A number that no other decision or unseen value has."""
        self._serial += 1
        return self._serial

    # ---------------------------------------------------------------------------------------------------- making

    def make(self, base: Base, shape: Shape, *, optional: bool = False) -> Reference:
        """A new object."""
        cell = Cell(len(self.cells), self.diagrams.leaf(base), shape, optional)
        cell.origin = cell.base
        self.cells.append(cell)
        if isinstance(base, Input):
            self._given.setdefault(base, cell.number)
        if isinstance(base, Blank):
            cell.entries = []
        return Reference(cell.number)

    def container(self, kind: str, entries: list[Entry]) -> Reference:
        """A new list, tuple, set or dict with these elements."""
        reference = self.make(Blank(kind), ListOf(Unknown("element")))
        self.cells[reference.cell].entries = entries
        return reference

    def view(self, mapping: Reference, read: Callable[[], list[Entry]], *, is_whole: bool) -> Reference:
        """A list of what is read of a mapping, whenever somebody looks at it."""
        made = self.container("list", read())
        self.cells[made.cell].shows = Shown(mapping, Content.of(self.cells[mapping.cell]), read, is_whole)
        return made

    def look_again(self, cell: Cell) -> None:
        """Let a view show the mapping as it is now."""
        shown = cell.shows
        if shown is not None and (now := Content.of(self.cells[shown.mapping.cell])) != shown.content:
            cell.entries, shown.content = shown.read(), now

    def copy(self, reference: Reference) -> Reference:
        """A shallow copy: another object with the same children."""
        cell = self.cells[reference.cell]
        self.look_again(cell)
        entries = None if cell.entries is None else [replace(entry) for entry in cell.entries]
        made = replace(cell, number=len(self.cells), fields=dict(cell.fields), entries=entries, optional=False)
        made.shows = None
        self.cells.append(made)
        return Reference(made.number)

    def deep_copy(self, reference: Reference) -> Reference:
        """A copy that shares no object with the original."""
        return deep_copy(self, reference)

    # --------------------------------------------------------------------------------------------------- reading

    def own_field(self, reference: Reference, name: str) -> Diagram | None:
        """The value stored under that name since the object came to be."""
        return self.cells[reference.cell].fields.get(name)

    def child(self, reference: Reference, name: str, base: Base) -> Reference:
        """The object that stands under that name from the beginning: ``base`` says where it comes from."""
        cell = self.cells[reference.cell]
        found = cell.family.get(name)
        if found is None:
            shape, optional = self.describe(cell.shape, name)
            found = cell.family[name] = self.make(base, shape, optional=optional)
        return found

    def part(self, reference: Reference, base: Input | Unseen, name: str) -> Diagram:
        """The value under a name of an object that was given, or that something unseen had."""
        if isinstance(base, Input):
            return self.diagrams.leaf(self.child(reference, name, base.child(name)))
        cell = self.cells[reference.cell]
        shape, optional = self.describe(cell.shape, name)
        if isinstance(shape, Scalar):
            return self.diagrams.leaf(base.child(name))
        found = cell.hidden.get((base, name))
        if found is None:
            optional = optional and not isinstance(shape, Unknown)
            found = cell.hidden[base, name] = self.make(base.child(name), shape, optional=optional)
            self._join(found, base)
        return self.diagrams.leaf(found)

    def behind(self, value: Unseen | Computed) -> Reference:
        """The object that an unseen or computed value is, if it is one: what is done to it is kept there."""
        found = self._behind.get(value)
        if found is None:
            base = value
            if isinstance(base, Computed):
                base = Unseen("what a computed value holds", None, self.serial(), (self.diagrams.leaf(value),))
            found = self._behind[value] = self.make(base, Unknown("unseen"))
            self._join(found, base)
            if value in self.lasting_values or (isinstance(value, Unseen) and value.free):
                self.keep(found.cell)
        return found

    def hold(self, value: Diagram) -> None:
        """Let what came of an unseen call, and is kept, show what is put into the objects that the call was given."""
        for found in (leaf.value for leaf in leaves(value)):
            if isinstance(found, Unseen) and not found.path and found.number in self._left:
                if self._left[found.number][0].members:
                    self.behind(found)

    def object_behind(self, value: object) -> Reference | None:
        """The object that a value is, where anything was done to it, or may have been."""
        if isinstance(value, Reference):
            return value
        if isinstance(value, Place) and not value.is_variable:
            return Reference(value.holder)
        if not isinstance(value, (Unseen, Computed)):
            return None
        if isinstance(value, Unseen) and value.number in self._left and not value.path:
            return self.behind(value)  # a part that is no object of its own is a text or a number
        return self._behind.get(value)

    def entries(self, reference: Reference) -> list[Entry] | None:
        """The elements of a container, or ``None`` where the value can't be looked into.

        A container that the hook was given has no, one or two elements: enough to tell apart every hook that treats
        all elements alike from one that does not. So has one that something unseen had.
        """
        cell = self.cells[reference.cell]
        self.look_again(cell)
        if cell.entries is None:
            bases = [leaf for leaf in leaves(cell.base) if isinstance(leaf.value, (Input, Unseen))]
            if not bases or not isinstance(cell.shape, (ListOf, MapOf, Unknown)):
                return None
            cell.entries = [entry for base in bases for entry in self._first_entries(reference, base)]
        return cell.entries

    def _first_entries(self, reference: Reference, base: Leaf) -> list[Entry]:
        where = self.diagrams.where(self.cells[reference.cell].base, base)
        present = [self.diagrams.both(where, self._has(base.value, key)) for key in (EARLIER, LAST)]  # type: ignore[arg-type]
        values = [self.part(reference, base.value, key) for key in (EARLIER, LAST)]  # type: ignore[arg-type]
        return [Entry(*entry) for entry in zip((EARLIER, LAST), present, values)]

    def _has(self, base: Input | Unseen, key: str) -> Diagram:
        return self.exists(base if isinstance(base, Input) else self.container_of(self.diagrams.leaf(base)), key)

    def exists(self, container: Input, key: str) -> Diagram:
        """The guard under which a container that the hook was given has an element. An earlier one has a last one
        behind it."""
        last = self.diagrams.decide(Exists(container, LAST))
        if key == LAST:
            return last
        return self.diagrams.both(last, self.diagrams.decide(Exists(container, EARLIER)))

    # -------------------------------------------------------------------------------------------------- changing

    def store(self, guard: Diagram, reference: Reference, name: str, value: Diagram, before: Diagram) -> None:
        """Set a field where the guard holds; ``before`` is what it was."""
        for tell in self.on_store:
            tell(reference.cell, name, before)
        self.cells[reference.cell].fields[name] = self.diagrams.choose(guard, value, before)

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
        reason = "a container that may be another one is changed"
        for where, other in self.company(guard, reference) if segment in (None, LAST) else ():
            self.lose([(where, other)], Unseen(reason, at, self.serial(), (value,)))
        base = self.cells[reference.cell].base
        root: str = ""
        path: Path = ()
        if isinstance(base, Leaf) and isinstance(base.value, Input):
            root, path = base.value.root, base.value.path
        self._show(guard, reference, None if segment in (None, LAST) else value, at)
        whole = path if segment is None else (*path, segment)
        self.stores.append(Store(guard, root, whole, value, at, tuple(self.sites), reference.cell))

    # -------------------------------------------------------------------------------------------------- the unseen

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

    def _show(self, guard: Diagram, changed: Reference, value: Diagram | None, at: Location) -> None:
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
        operands = (self.diagrams.choose(guard, value, self.diagrams.leaf(UNBOUND)), cell.base)
        shown = Unseen("what may hold something that is changed", at, self.serial(), operands)
        self._shapes_left[shown.number] = cell.shape
        company = self._companies.get(cell.number)
        if company is not None:
            self._left[shown.number] = (company, guard)
        for (before, name), child in list(cell.hidden.items()):
            if before in bases:
                cell.hidden[shown, name] = child
        left = self.diagrams.leaf(shown)
        cell.base = self.diagrams.transform(cell.base, lambda leaf: left if isinstance(leaf.value, Unseen) else leaf)

    def lose(self, given: Sequence[tuple[Diagram, Reference]], unseen: Unseen) -> None:
        """Something unknown may have been done to these objects, and to all that is reachable from them."""
        reached: dict[int, Diagram] = {}
        swept: dict[object, Diagram] = {}
        pending = [(guard, reference, True) for guard, reference in given]
        while pending:
            guard, reference, is_held = pending.pop()
            known = reached.get(reference.cell, self.diagrams.false)
            cell = self.cells[reference.cell]
            is_new = self.diagrams.both(guard, self.diagrams.negate(known)) is not self.diagrams.false
            # A text or a number stays what it is: who holds it may get another one, whoever took it before keeps it.
            if isinstance(cell.shape, Scalar) or not is_new:
                continue
            reached[cell.number] = self.diagrams.either(known, guard)
            pending += [(where, held, is_held) for where, held in self._held(guard, cell)]
            if is_held and len(reached) < _TOLD:
                pending += [(*held, False) for held in self._perhaps_held(guard, cell, unseen, told=True)]
            elif is_held and self._is_first(swept, guard, cell):
                pending += [(*held, False) for held in self._perhaps_held(guard, cell, unseen, told=False)]
        company = Company()
        self._left[unseen.number] = (company, self.diagrams.true)
        for number, guard in reached.items():
            left = replace(unseen, number=self.serial())
            self._left[left.number] = (company, guard)
            self._shapes_left[left.number] = self.cells[number].shape
            self._lose_one(guard, self.cells[number], left)
        for number, guard in reached.items():
            company = merged(company, self._companies.get(number), self._companies, self._left)
            company.members[number] = self.diagrams.either(guard, company.members.get(number, self.diagrams.false))
            self._companies[number] = company

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
        """The objects that one holds."""
        values = [*cell.fields.values(), *(entry.value for entry in cell.entries or ())]
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
        for where, other in self._others(guard, cell):
            mate = self.cells[other]
            if can_be_one(cell.shape, mate.shape) or self.can_hold(cell.shape, mate.shape):
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

    def _others(self, guard: Diagram, cell: Cell) -> list[tuple[Diagram, int]]:
        """The rest of an object's company, without those that are known to be others: what was held before the unseen
        came stays what it is."""
        company = self._companies.get(cell.number)
        if company is None:
            return []
        here = self.diagrams.both(guard, company.members[cell.number])
        others = [
            (self.diagrams.both(here, there), other)
            for other, there in company.members.items()
            if other != cell.number and (cell.is_hidden or self.cells[other].is_hidden)
        ]
        return [(where, other) for where, other in others if where is not self.diagrams.false]

    def _decided(self, guard: Diagram, operator: str, *values: Diagram | None) -> Diagram:
        """The guard narrowed by something that nobody can see."""
        known = tuple(value for value in values if value is not None)
        return self.diagrams.both(guard, self.diagrams.decide(Truthy(Computed(operator, known))))

    def _join(self, reference: Reference, base: Unseen) -> None:
        """A part of what something unseen left is in the company of all that it had."""
        company, guard = self._left.get(base.number, (None, self.diagrams.false))
        if company is not None:
            company.members[reference.cell] = guard
            self._companies[reference.cell] = company

    def _lose_one(self, guard: Diagram, cell: Cell, left: Unseen) -> None:
        """Under the guard an object has unseen parts."""
        reference, elsewhere = Reference(cell.number), self.diagrams.negate(guard)
        if isinstance(cell.base, Leaf) and cell.base.value == Blank("tuple"):
            return  # its elements are what can be changed
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

    # -------------------------------------------------------------------------------------------------- settling

    def is_changed(self, reference: Reference) -> bool:
        """Whether anything was done to the object, or inside it, since it came to be."""
        return self.settle(self.diagrams.leaf(reference)) is not self.cells[reference.cell].origin

    def settle(self, value: Diagram) -> Diagram:
        """The value as it is now, with every reference replaced by an immutable picture of the object."""
        return self._settle(value, ())

    def _settle(self, value: Diagram, above: tuple[int, ...]) -> Diagram:
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
        return self.diagrams.transform(cell.base, lambda base: self._seen_from(cell, base, own, inside))

    def _seen_from(self, cell: Cell, base: Leaf, own: dict[str, Diagram], inside: tuple[int, ...]) -> Diagram:
        """The picture of an object where its base is that."""
        given = base.value
        if cell.overwritten:
            where = self.diagrams.where(cell.base, base)
            own = {name: self.diagrams.assuming(settled, where) for name, settled in own.items()}
        fields = {
            name: settled
            for name, settled in own.items()
            if not (isinstance(given, (Input, Unseen)) and settled is self.diagrams.leaf(given.child(name)))
        }
        parts = cell.family if base is cell.origin else {}
        if isinstance(given, Unseen):
            parts = {name: child for (left, name), child in cell.hidden.items() if left == given}
        for name, child in parts.items():
            if name in cell.fields or (cell.entries is not None and name in (EARLIER, LAST)):
                continue
            settled = self._picture(child, inside)
            if settled is not self.cells[child.cell].origin:
                fields[name] = settled
        entries = self._settled_entries(cell, base, inside)
        if not fields and (entries is None or (not entries and isinstance(given, Blank))):
            return base
        return self.diagrams.leaf(Structure(base, tuple(sorted(fields.items(), key=lambda item: item[0])), entries))

    def _settled_entries(
        self, cell: Cell, base: Leaf, inside: tuple[int, ...]
    ) -> tuple[tuple[str, Diagram, Diagram], ...] | None:
        if cell.entries is None:
            return None
        where = self.diagrams.where(cell.base, base)
        present = [(entry, self.diagrams.both(where, entry.present)) for entry in cell.entries]
        settled = tuple(
            (entry.key, there, self._settle(entry.value, inside))
            for entry, there in present
            if there is not self.diagrams.false or where is self.diagrams.true
        )
        if isinstance(base.value, (Input, Unseen)):
            given = base.value
            untouched = tuple(
                (key, self.diagrams.both(where, self._has(given, key)), self.diagrams.leaf(given.child(key)))
                for key in (EARLIER, LAST)
            )
            if settled == untouched:
                return None
        return settled
