"""The heap: every object that a hook can touch, and what has been done to it.

A cell is one object. What it was at first is its *base*; what was changed since is in ``fields`` (by name) and
``entries`` (elements of a container). Objects that the hook was given exist only as far as they are looked at: reading
``obj.spec.template`` makes the cells on the way, each knowing the place it came from. A shallow copy shares its
children with the original (its *family*), a deep copy does not.

Every change happens under a guard: where the guard does not hold, the old value stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from apivet.effects.diagrams import Diagram, Diagrams, Leaf
from apivet.effects.values import (
    EARLIER,
    LAST,
    Base,
    Blank,
    Exists,
    Input,
    Path,
    Reference,
    Structure,
    Unseen,
)
from apivet.program.model import ListOf, MapOf, Scalar, Shape, Unknown
from apivet.verdicts import Location


@dataclass(slots=True)
class Entry:
    """An element of a container: its key, the guard under which it is there, and its value. ``name`` is the key of a
    mapping's element as the program sees it, where it was computed."""

    key: str
    present: Diagram
    value: Diagram
    name: Diagram | None = None


@dataclass(slots=True)
class Cell:
    """One object. ``family`` maps field names to the children that all shallow copies share; ``shape`` and
    ``optional`` are what the declaration says of the value at this place; ``mapping`` says that this is no object but
    the mapping of one's fields, in which a key that was taken out is gone."""

    number: int
    base: Diagram
    shape: Shape
    optional: bool
    family: dict[str, Reference] = field(default_factory=dict)
    fields: dict[str, Diagram] = field(default_factory=dict)
    entries: list[Entry] | None = None
    mapping: bool = False
    #: The base as it was when the object came to be; ``base`` itself is another one once it was cleared or lost.
    origin: Diagram | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """A change of a part of an object, as the witness tells it. ``sites`` are the calls that lead there, outermost
    first; ``cell`` is the object that holds it."""

    guard: Diagram
    root: str
    path: Path
    value: Diagram
    location: Location
    sites: tuple[Location, ...]
    cell: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """A value that was looked up under a key of a container, and that stays there."""

    guard: Diagram
    container: Reference
    key: object
    location: Location


class Heap:
    """All cells of one interpretation. ``describe`` tells the declared shape of a field of a shape."""

    def __init__(self, diagrams: Diagrams, describe: Callable[[Shape, str], tuple[Shape, bool]]) -> None:
        self.diagrams = diagrams
        self.describe = describe
        self.cells: list[Cell] = []
        self.stores: list[Store] = []
        self.lookups: list[Lookup] = []
        #: The cell of each part of a given object that was looked at.
        self._given: dict[Input, int] = {}
        #: Told of each field that is set: the object, the name, and what stood there.
        self.on_store: list[Callable[[int, str, Diagram], None]] = []
        #: The cells of what was there before the hook ran and is there afterwards: the strategy, globals, defaults.
        self.lasting: set[int] = set()
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

    def begin(self) -> None:
        """The hook runs from here on: what was done so far is no doing of its own."""
        self.stores.clear()
        for cell in self.cells:
            given = cell.base.value if isinstance(cell.base, Leaf) else None
            if not isinstance(given, Input):
                self.lasting.add(cell.number)

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

    def copy(self, reference: Reference) -> Reference:
        """A shallow copy: another object with the same children."""
        cell = self.cells[reference.cell]
        entries = None if cell.entries is None else [replace(entry) for entry in cell.entries]
        made = replace(cell, number=len(self.cells), fields=dict(cell.fields), entries=entries, optional=False)
        self.cells.append(made)
        return Reference(made.number)

    def deep_copy(self, reference: Reference) -> Reference:
        """A copy that shares no object with the original."""
        made: dict[int, Reference] = {}

        def copied(value: Diagram) -> Diagram:
            return self.diagrams.transform(value, one)

        def one(leaf: Leaf) -> Diagram:
            if isinstance(leaf.value, Reference):
                return self.diagrams.leaf(whole(leaf.value))
            return leaf

        def whole(original: Reference) -> Reference:
            if original.cell in made:
                return made[original.cell]
            cell = self.cells[original.cell]
            copy = replace(cell, number=len(self.cells), family={}, fields={}, entries=None, optional=False)
            self.cells.append(copy)
            made[original.cell] = Reference(copy.number)
            copy.fields = {name: copied(value) for name, value in cell.fields.items()}
            for name, child in cell.family.items():
                if cell.entries is not None and name in (EARLIER, LAST):
                    continue  # The elements are copied below.
                if name not in copy.fields and self.is_changed(child):
                    copy.fields[name] = self.diagrams.leaf(whole(child))
            if cell.entries is not None:
                copy.entries = [replace(entry, value=copied(entry.value)) for entry in cell.entries]
            return made[original.cell]

        return whole(reference)

    # --------------------------------------------------------------------------------------------------- reading

    def own_field(self, reference: Reference, name: str) -> Diagram | None:
        """What was stored under that name since the object came to be."""
        return self.cells[reference.cell].fields.get(name)

    def child(self, reference: Reference, name: str, base: Base) -> Reference:
        """The object that stands under that name from the beginning: ``base`` says where it comes from."""
        cell = self.cells[reference.cell]
        found = cell.family.get(name)
        if found is None:
            shape, optional = self.describe(cell.shape, name)
            found = cell.family[name] = self.make(base, shape, optional=optional)
        return found

    def entries(self, reference: Reference) -> list[Entry] | None:
        """The elements of a container, or ``None`` where the value can't be looked into.

        A container that the hook was given has no, one or two elements: enough to tell apart every hook that treats
        all elements alike from one that does not.
        """
        cell = self.cells[reference.cell]
        if cell.entries is None:
            base = cell.base
            if not (isinstance(base, Leaf) and isinstance(base.value, Input)):
                return None
            if not isinstance(cell.shape, (ListOf, MapOf, Unknown)):
                return None
            given = base.value
            cell.entries = [
                Entry(key, self.exists(given, key), self.diagrams.leaf(self.child(reference, key, given.child(key))))
                for key in (EARLIER, LAST)
            ]
        return cell.entries

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
        """Remember a change for the witness."""
        base = self.cells[reference.cell].base
        root: str = ""
        path: Path = ()
        if isinstance(base, Leaf) and isinstance(base.value, Input):
            root, path = base.value.root, base.value.path
        whole = path if segment is None else (*path, segment)
        self.stores.append(Store(guard, root, whole, value, at, tuple(self.sites), reference.cell))

    def lose(self, guard: Diagram, reference: Reference, unseen: Unseen) -> None:
        """Something unknown may have been done to the object, and to all that is reachable from it."""
        seen: set[int] = set()
        pending = [reference]
        lost = self.diagrams.leaf(unseen)
        while pending:
            cell = self.cells[pending.pop().cell]
            # A text or a number stays what it is: who holds it may get another one, whoever took it before keeps it.
            if cell.number in seen or isinstance(cell.shape, Scalar):
                continue
            seen.add(cell.number)
            reached = [*cell.fields.values(), *(entry.value for entry in cell.entries or ())]
            reached += [self.diagrams.leaf(child) for name, child in cell.family.items() if name not in cell.fields]
            for value in reached:
                pending += [found for _, found in self.diagrams.cases(value, guard) if isinstance(found, Reference)]
            for name, value in list(cell.fields.items()):
                cell.fields[name] = self.diagrams.choose(guard, lost, value)
            if isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank):
                cell.base, cell.entries = lost, None  # nobody knows what is in it, nor how much
            for entry in cell.entries or ():
                entry.value = self.diagrams.choose(guard, lost, entry.value)
            cell.base = self.diagrams.choose(guard, lost, cell.base)

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
            return leaf

        return self.diagrams.transform(value, one)

    def _picture(self, reference: Reference, above: tuple[int, ...]) -> Diagram:
        cell = self.cells[reference.cell]
        if cell.number in above:
            return self.diagrams.leaf(Unseen("an object that contains itself", None, cell.number, ()))
        inside = (*above, cell.number)
        given = cell.base.value if isinstance(cell.base, Leaf) else None
        fields: dict[str, Diagram] = {}
        for name, stored in cell.fields.items():
            settled = self._settle(stored, inside)
            if not (isinstance(given, Input) and settled is self.diagrams.leaf(given.child(name))):
                fields[name] = settled
        for name, child in cell.family.items():
            if name in cell.fields or (cell.entries is not None and name in (EARLIER, LAST)):
                continue
            settled = self._picture(child, inside)
            if settled is not self.cells[child.cell].origin:
                fields[name] = settled
        entries = self._settled_entries(cell, given, inside)
        if not fields and entries is None:
            return cell.base
        if not fields and not entries and isinstance(given, Blank):
            return cell.base
        return self.diagrams.leaf(
            Structure(cell.base, tuple(sorted(fields.items(), key=lambda item: item[0])), entries)
        )

    def _settled_entries(
        self, cell: Cell, given: object, inside: tuple[int, ...]
    ) -> tuple[tuple[str, Diagram, Diagram], ...] | None:
        if cell.entries is None:
            return None
        settled = tuple((entry.key, entry.present, self._settle(entry.value, inside)) for entry in cell.entries)
        if isinstance(given, Input):
            untouched = tuple(
                (key, self.exists(given, key), self.diagrams.leaf(given.child(key))) for key in (EARLIER, LAST)
            )
            if settled == untouched:
                return None
        return settled
