"""Cells: one object each, with its elements, its company, and a log of its changes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.values import Blank, Constant, Path, Reference, Unseen, Zero, kind_made
from apivet.program.model import Shape, Unknown
from apivet.verdicts import Location


class Entry(Struct):
    """An element of a container: its key, the guard under which it is there, and its value. ``name`` is the key of a
    mapping's element as the program sees it, where it was computed."""

    key: str
    present: Diagram
    value: Diagram
    name: Diagram | None = None


class Cell(Struct):
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
    #: The form of the types of which the objects inside are mappings too; any, ``*``, or none.
    dumped: str = ""
    #: The base as it was when the object came to be; ``base`` itself is another one once it was cleared or lost.
    origin: Diagram | None = None
    #: The children that something unseen left, by what it left and by name; all shallow copies share them.
    hidden: dict[tuple[Unseen, str], Reference] = field(default_factory=dict)
    #: Fields that are left out of a dump by the time that somebody looks into it.
    veil: Veil | None = None
    #: The mapping of which this is a view.
    shows: Shown | None = None
    #: Whether it is what ``mapping.values()`` gives.
    is_values: bool = False
    #: Whether somebody has the address of an object that is a value.
    pointed: bool = False
    #: The guard under which it was made, where that is told: elsewhere nobody has it.
    since: Diagram | None = None
    #: Whether it took over what another value held.
    overwritten: bool = False
    #: Whether it is a value that lies in an interface itself, where another one may hold a pointer.
    boxed: bool = False
    #: Whether it stands for a container that was never made; ``None`` where nobody knows.
    is_nothing: bool | None = None

    @property
    def made(self) -> str:
        """The kind of container as which the program made it: ``list``, ``dict``, ``set``, ...; else nothing."""
        return kind_made(self.base)

    @property
    def held(self) -> list[Diagram]:
        """The values of its own fields and elements, and the keys of these."""
        values = [*self.fields.values(), *(entry.value for entry in self.entries or ())]
        return values + [entry.name for entry in self.entries or () if entry.name is not None]

    @property
    def is_hidden(self) -> bool:
        """Whether the object is one that something unseen left."""
        return isinstance(self.origin, Leaf) and isinstance(self.origin.value, Unseen)


class CellContent(Struct, frozen=True):
    """An object's base and its own fields and elements, as they were at one moment."""

    base: Diagram
    fields: dict[str, Diagram]
    entries: tuple[tuple[str, Diagram, Diagram, Diagram | None], ...] | None

    @staticmethod
    def of(cell: Cell) -> CellContent:
        entries = cell.entries
        held = None if entries is None else tuple((e.key, e.present, e.value, e.name) for e in entries)
        return CellContent(cell.base, dict(cell.fields), held)


class Veil(Struct, frozen=True):
    """Fields that an option of dumps leaves out of an object, and of those inside of it. Two such dumps are equal
    exactly where the objects are; whoever looks for a field or an element finds what is left."""

    option: str
    lift: Callable[[Reference], None]


class Shown(Struct):
    """A mapping of which there is a view: what was in it when somebody last looked, and how that is read. A whole view
    tells keys and values."""

    mapping: Reference
    content: CellContent
    read: Callable[[], list[Entry]]
    is_whole: bool


class Company(Struct):
    """Objects of which nobody knows which are one, each with the guard under which it is among them."""

    members: dict[int, Diagram] = field(default_factory=dict)


class Store(Struct, frozen=True):
    """A change of a part of an object, as the witness tells it. ``sites`` are the calls that lead there, outermost
    first; ``cell`` is the object that holds it."""

    guard: Diagram
    root: str
    path: Path
    value: Diagram
    location: Location
    sites: tuple[Location, ...]
    cell: int


class Lookup(Struct, frozen=True):
    """A value that was looked up under a key of a container, and that stays there."""

    guard: Diagram
    container: Reference
    key: object
    location: Location


def is_written(value: Diagram) -> bool:
    """Whether a value is one of those that the source has written out: it tells nothing of any object."""
    return all(isinstance(leaf.value, (Blank, Constant, Zero)) for leaf in leaves(value)) and isinstance(value, Leaf)


def can_be_one(shape: Shape, other: Shape) -> bool:
    """Whether objects of two shapes may be one object."""
    return isinstance(shape, Unknown) or isinstance(other, Unknown) or shape == other


def merged(
    company: Company, other: Company | None, companies: dict[int, Company], left: dict[int, tuple[Company, Diagram]]
) -> Company:
    """Two companies as one, for all objects in ``companies``, and for all that unseen calls ``left``."""
    if other is None or other is company:
        return company
    company.members.update(other.members)
    for number in other.members:
        companies[number] = company
    for number, (those, guard) in left.items():
        if those is other:
            left[number] = (company, guard)
    return company
