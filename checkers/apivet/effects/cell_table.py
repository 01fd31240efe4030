"""Cells by their numbers: how objects are made, and how those that were given come to be as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from apivet.effects.arrays import Arrays
from apivet.effects.cells import Cell, CellContent, Company, Entry, Lookup, Shown, Store
from apivet.effects.diagrams import Diagram, Diagrams, Leaf, leaves
from apivet.effects.values import (
    EARLIER,
    LAST,
    NONE,
    ORDER,
    SEQUENCE,
    Base,
    Blank,
    Computed,
    Exists,
    Input,
    Place,
    Reference,
    Unseen,
    Zero,
)
from apivet.program.model import ListOf, MapOf, Scalar, Shape, Unknown
from apivet.verdicts import Location


class CellTable:
    """All cells of one interpretation, as they are made and looked into. ``describe`` tells the declared shape of a
    field of a shape, ``can_hold`` whether something of a shape can have another as a part, ``container_of`` what stands
    for the elements of something unseen, ``is_dumped`` whether objects of a shape become mappings where those of a form
    do."""

    def __init__(
        self,
        diagrams: Diagrams,
        describe: Callable[[Shape, str], tuple[Shape, bool]],
        can_hold: Callable[[Shape, Shape], bool],
        container_of: Callable[[Diagram], Input],
        is_dumped: Callable[[Shape, str], bool],
    ) -> None:
        self.diagrams = diagrams
        self.describe = describe
        self.can_hold = can_hold
        self.container_of = container_of
        self.is_dumped = is_dumped
        self._serial = 0
        #: The guard where pictures are made.
        self._where: Diagram = diagrams.true
        self._behind: dict[Unseen | Computed, Reference] = {}
        #: The values that objects of the library were made of, by what these are computed from.
        self.sources: dict[Computed, tuple[Diagram, ...]] = {}
        #: The company of each object that something unseen had, and of all that it left.
        self._companies: dict[int, Company] = {}
        self._left: dict[int, tuple[Company, Diagram]] = {}
        #: The shape of each object that something unseen had, by the number of what it left.
        self._shapes_left: dict[int, Shape] = {}
        self.cells: list[Cell] = []
        self.arrays = Arrays(diagrams)
        #: The objects of which somebody has the address of a part that is no object.
        self.parted: set[int] = set()
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
        #: Results of statements that can't be seen through and keep what they are given in variables of packages.
        self.kept: list[Diagram] = []
        #: The first contents of each lasting cell.
        self.began: dict[int, CellContent] = {}
        #: The number of objects that there were when the call at hand began, after others.
        self.first_own = 0
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

    def given_at(self, given: Input) -> list[Reference]:
        """The object that the hook was given there, where it was looked at."""
        number = self._given.get(given)
        return [] if number is None else [Reference(number)]

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

    def begin_again(self, changed: Iterable[int]) -> None:
        """Another call begins, and finds the objects that the former ones ``changed``."""
        self.stores.clear()
        self.first_own = len(self.cells)
        for number in changed:
            self.keep(number)

    def keep(self, number: int) -> None:
        """An object was there before the hook ran: what is in it now is what it begins with."""
        self.lasting.add(number)
        self.began[number] = CellContent.of(self.cells[number])

    def restore(self, number: int, content: CellContent) -> None:
        """Let an object be what it was at one moment, and in no company."""
        cell, entries = self.cells[number], content.entries
        cell.base, cell.fields = content.base, dict(content.fields)
        cell.entries = None if entries is None else [Entry(*each) for each in entries]
        cell.hidden.clear()
        company = self._companies.pop(number, None)
        if company is not None:
            company.members.pop(number, None)

    def serial(self) -> int:
        """A number that no other decision or unseen value has."""
        self._serial += 1
        return self._serial

    # ----------------------------------------------------------------------------------------------------------- making

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
        """A sequence of what is read of a mapping, whenever somebody looks at it."""
        made = self.container(SEQUENCE, read())
        cell, held = self.cells[made.cell], self.cells[mapping.cell]
        cell.shows = Shown(mapping, CellContent.of(held), read, is_whole)
        _be_in_order_of(cell, held)
        return made

    def look_again(self, cell: Cell) -> None:
        """Let a view show the mapping as it is now."""
        shown = cell.shows
        if shown is not None and (now := CellContent.of(self.cells[shown.mapping.cell])) != shown.content:
            cell.entries, shown.content = shown.read(), now
            _be_in_order_of(cell, self.cells[shown.mapping.cell])

    def copy(self, reference: Reference) -> Reference:
        """A shallow copy: another object with the same children."""
        cell = self.cells[reference.cell]
        self.look_again(cell)
        entries = None if cell.entries is None else [replace(entry) for entry in cell.entries]
        made = replace(cell, number=len(self.cells), fields=dict(cell.fields), entries=entries, optional=False)
        made.shows, made.is_values, made.mapping, made.since = None, False, self.is_fields(reference), None
        self.cells.append(made)
        return Reference(made.number)

    # ---------------------------------------------------------------------------------------------------------- reading

    def is_fields(self, reference: Reference) -> bool:
        """Whether this is no object but the mapping of one's fields."""
        return reference.is_fields or self.cells[reference.cell].mapping

    def fields_of(self, reference: Reference) -> Reference:
        """The mapping of an object's fields, where that is known to be one: ``vars(x)``."""
        is_data = self.is_dumped(self.cells[reference.cell].shape, "*")
        return replace(reference, is_fields=True) if is_data else reference

    def dump(self, reference: Reference, form: str) -> None:
        """Let objects of a form be the mappings of their fields, in something and all that it holds; without a form,
        let all be objects."""
        pending, seen = [reference], set[int]()
        while pending:
            cell = self.cells[pending.pop().cell]
            if cell.number in seen:
                continue
            seen.add(cell.number)
            cell.dumped, cell.mapping = form, self.is_dumped(cell.shape, form)
            pending += [*cell.family.values(), *cell.hidden.values()]
            pending += [
                leaf.value for value in cell.held for leaf in leaves(value) if isinstance(leaf.value, Reference)
            ]

    def _dump_part(self, whole: Cell, part: Cell) -> None:
        part.dumped, part.mapping = whole.dumped, self.is_dumped(part.shape, whole.dumped)

    def own_field(self, reference: Reference, name: str) -> Diagram | None:
        """The value stored under that name since the object came to be."""
        return self.opened(reference).fields.get(name)

    def opened(self, reference: Reference) -> Cell:
        """The cell of an object, for one who looks into it."""
        cell = self.cells[reference.cell]
        veil, cell.veil = cell.veil, None
        if veil is not None:
            veil.lift(reference)
        return cell

    def all_set(self, value: Diagram) -> frozenset[str] | None:
        """The names under which something was stored in a new object; ``None`` where anything may have been."""
        cells = [self.cells[leaf.value.cell] for leaf in leaves(value) if isinstance(leaf.value, Reference)]
        is_told = all(isinstance(cell.base, Leaf) and isinstance(cell.base.value, Zero) for cell in cells)
        return frozenset(name for cell in cells for name in cell.fields) if is_told else None

    def child(self, reference: Reference, name: str, base: Base) -> Reference:
        """The object that stands under that name from the beginning: ``base`` says where it comes from."""
        cell = self.cells[reference.cell]
        found = cell.family.get(name)
        if found is None:
            shape, optional = self.describe(cell.shape, name)
            found = cell.family[name] = self.make(base, shape, optional=optional)
            self._dump_part(cell, self.cells[found.cell])
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
            self._dump_part(cell, self.cells[found.cell])
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
        if (
            isinstance(value, Unseen)
            and not value.path
            and (value.number in self._left or value in self.lasting_values)
        ):
            return self.behind(value)  # a part that is no object of its own is a text or a number
        return self._behind.get(value)

    def entries(self, reference: Reference) -> list[Entry] | None:
        """The elements of a container, or ``None`` where the value can't be looked into.

        A container that the hook was given has no, one or two elements: enough to tell apart every hook that treats
        all elements alike from one that does not. So has one that something unseen had.
        """
        cell = self.opened(reference)
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
        length = self.length_of(container)
        if length is not None:
            return self.diagrams.true if length > (key == EARLIER) else self.diagrams.false
        last = self.diagrams.decide(Exists(container, LAST))
        if key == LAST:
            return last
        return self.diagrams.both(last, self.diagrams.decide(Exists(container, EARLIER)))

    def length_of(self, container: Input) -> int | None:
        """The number of elements that a given container always has; ``None`` where it may have any."""
        number = self._given.get(Input(container.root, ()))
        if number is None:
            return None
        shape = self.cells[number].shape
        for name in container.path:
            shape, _ = self.describe(shape, name)
        return shape.length if isinstance(shape, ListOf) else None

    def _join(self, reference: Reference, base: Unseen) -> None:
        """A part of what something unseen left is in the company of all that it had."""
        company, guard = self._left.get(base.number, (None, self.diagrams.false))
        if company is not None:
            company.members[reference.cell] = guard
            self._companies[reference.cell] = company


def _be_in_order_of(view: Cell, mapping: Cell) -> None:
    """Let what shows a mapping come in its order."""
    view.fields = {name: value for name, value in mapping.fields.items() if name == ORDER}
