"""The value domain: every value is where it came from.

A *live* value may be a :class:`Reference` to a cell of the heap (see :mod:`apivet.effects.heap`); a *settled* one is an
immutable picture of a value at one moment, in which a changed object is a :class:`Structure`. Rules read settled
values; comparisons and computations hold settled operands, so that a later change of an object does not alter what
was compared.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Literal as Choice
from typing import NamedTuple, Union

from msgspec import Struct
from msgspec.structs import replace

from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.paths import EACH, render
from apivet.program.model import Type
from apivet.program.operations import Operation
from apivet.program.syntax import Function, Scalar
from apivet.verdicts import Location

#: Path segments for elements of a list or mapping. Two elements stand for all: ``LAST`` is any element with nothing
#: of interest after it, ``EARLIER`` one that comes before it. Rules that hold for both hold for lists of any length.
LAST = EACH
EARLIER = "[-]"


def is_representative(key: str) -> bool:
    """Whether an element is one of the two that stand for all, or was made in a round for one of these."""
    return EARLIER in key or LAST in key


def stands_for_others(key: str) -> bool:
    """Whether there may be more elements like this one."""
    return EARLIER in key


#: Below an element of a mapping: the key that it stands under.
KEY = "(key)"

#: A field of containers that are not in the order of what they were made from.
ORDER = "(order)"
#: A field of mappings that have keys which were computed, and may have fewer elements than were put into them.
KEYS = "(keys)"
#: Operator of the class of a value.
TYPE = "type"
#: Fields that tell something of a container as a whole.
MARKS = frozenset((ORDER, KEYS))
#: Operators of an order, as computed from the container whose elements these are.
SORTED, SORTED_BY, TURNED = "sorted", "sorted by", "turned"

CALLER = "obj"
OLD = "old"
#: The roots of what earlier calls of a strategy were given, each beside that of this call.
FORMER = {CALLER: "obj of an earlier call", OLD: "old of an earlier call"}
#: The roots of the objects that hooks are handed, which are there. Anything else that one is given, such as a context,
#: may count as false unless its type says otherwise.
HANDED = frozenset((*FORMER, *FORMER.values()))
#: The root of containers of which nothing is known.
UNKNOWN_ROOT = "?"
#: The operator of the length of a container that was given and has both its elements: two, or any number above.
MANY = "two or more"
#: The operator of a part: the text or container, where it begins, where it ends, and the step.
SLICE = "[:]"
#: Operator of the condition that two mappings have their keys in the same order.
IN_ONE_ORDER = "in one order"
#: Operator of the condition that an element stands before a bound: the container, the bound, the element's key.
BEFORE = "before"
#: Operator of the condition that a field was given when its object was made, or set since: equals may differ in it.
WAS_SET = "is set"
#: Operator of the condition that a key is there, of one that is absent or holds ``None``.
HOLDS_NONE = "is there"

Path = tuple[str, ...]


class Constant(Struct, frozen=True):
    """A value that is written in the source. The kind keeps ``1``, ``1.0`` and ``True`` apart, the sign ``0.0`` and
    ``-0.0``."""

    value: Scalar
    kind: str
    is_signed_zero: bool = False

    @staticmethod
    def of(value: Scalar) -> Constant:
        is_signed = isinstance(value, float) and not value and math.copysign(1, value) < 0
        return Constant(value, type(value).__name__, is_signed)


NONE = Constant.of(None)
TRUE = Constant.of(True)
FALSE = Constant.of(False)


class Input(NamedTuple):
    """The value at ``path`` of an object that the hook was given, as it was at entry. A tuple, as no other value is
    made, hashed and compared so often."""

    root: str
    path: Path

    def child(self, segment: str) -> Input:
        return Input(self.root, (*self.path, segment))

    def shares(self, other: Input) -> bool:
        """Whether one of two given values is a part of the other, or they are the same."""
        shorter = min(len(self.path), len(other.path))
        return self.root == other.root and self.path[:shorter] == other.path[:shorter]

    def way_to(self, part: Input) -> Path | None:
        """The path from this value to a part of it; ``None`` where the other one is none."""
        length = len(self.path)
        is_part = part.root == self.root and part.path[:length] == self.path
        return part.path[length:] if is_part else None


class Computed(Struct, frozen=True):
    """A pure function of settled operands: arithmetic, a library function, ``isinstance``."""

    operator: str
    operands: tuple[Diagram, ...]


class Unseen(Struct, frozen=True):
    """A value the analysis cannot see through. It may depend on its operands and on nothing else of the objects. One
    that is ``free`` can be any: it is what a strategy is made with, or was left by earlier calls. What stands at a
    ``path`` below something unseen is unseen, too."""

    reason: str
    location: Location | None
    number: int
    operands: tuple[Diagram, ...]
    free: bool = False
    path: Path = ()

    def child(self, segment: str) -> Unseen:
        return replace(self, path=(*self.path, segment))


#: The reason of an unseen value that leads to the variables of calls: what is taken out of it may be any object.
VARIABLES = "the variables of calls"
#: The reason of an element that is looked up by what nobody knows.
ANY_ELEMENT = "an element at an unknown position"
#: The reason of the elements of a container that may be one of which elements are changed.
MAY_BE_ANOTHER = "a container that may be another one is changed"
#: The reason of an unseen value that may have become another one as something changed which it may hold: what that is
#: now, and what the value was before, are its operands.
SHOWING = "what may hold something that is changed"


class Zero(Struct, frozen=True):
    """A new object of a structured type: each field that is not set otherwise has its default."""

    type: str


#: The kind of a container with elements in an order of which it is not known whether it is a list, a tuple or what
#: else: a slice, a sum, the keys of a mapping.
SEQUENCE = "sequence"
#: The kinds of containers whose elements have an order.
SEQUENCES = ("list", "tuple", SEQUENCE)


class Blank(Struct, frozen=True):
    """A new, empty container: ``list``, ``dict``, ``set``, ``tuple`` or a sequence that may be a list or a tuple; for a
    dict, whether it equals another such one only where the keys of both come in one order."""

    kind: str
    is_ordered: bool = False


#: A new dict, and a new ``OrderedDict``.
DICT = Blank("dict")
ORDERED_DICT = Blank("dict", is_ordered=True)


def kind_made(base: Diagram) -> str:
    """The kind of a container that the program made, by its base; empty where it is something else."""
    return base.value.kind if isinstance(base, Leaf) and isinstance(base.value, Blank) else ""


Base = Union[Input, Zero, Blank, Computed, Unseen]


class Structure(Struct, frozen=True):
    """An object as it was at one moment: a base with some fields (and, for containers, entries) of its own.

    ``entries`` are (key, guard under which it is present, value) or ``None`` where they are the base's. ``names`` are
    the keys of a mapping's elements as the program sees them, where they are others than those of its base."""

    base: Diagram
    fields: tuple[tuple[str, Diagram], ...]
    entries: tuple[tuple[str, Diagram, Diagram], ...] | None = None
    names: tuple[Diagram | None, ...] = ()


class Reference(Struct, frozen=True):
    """A live object, by the number of its cell, or the mapping of its fields, in which it keeps them: ``vars(x)``."""

    cell: int
    is_fields: bool = False


class Member(Struct, frozen=True):
    """A member of an enum."""

    type: str
    name: str
    value: Constant | None


class Routine(Struct, frozen=True, eq=False):
    """A function, with the object it is bound to, the frame it closes over, and the defaults of its parameters as they
    were where it was defined (of functions of a module: see :mod:`apivet.effects.defaults`)."""

    function: Function
    receiver: Diagram | None
    closure: int | None
    defaults: tuple[tuple[str, Diagram], ...] = ()


class Partial(Struct, frozen=True, eq=False):
    """A callable with its first arguments given (``functools.partial``, a decorated method)."""

    callee: Diagram
    positional: tuple[Diagram, ...]
    named: tuple[tuple[str, Diagram], ...]


class Descriptor(Struct, frozen=True, eq=False):
    """A class attribute that answers for itself when an object or the class is asked for it: ``static`` gives its
    function as it is, ``class`` and ``method`` with the class or the object as the first argument, ``property`` what
    the function makes of the object."""

    kind: Choice["static", "class", "method", "property"]
    function: Diagram
    setter: Diagram | None = None


class Pending(Struct, frozen=True, eq=False):
    """The call of an async function that nobody has awaited yet."""

    routine: Routine
    positional: tuple[Diagram, ...]
    named: tuple[tuple[str, Diagram], ...]


class Stream(Struct, frozen=True):
    """An iterator, by its number: what makes its elements runs when they are asked for. ``operands`` are what it may
    read of what there was when it was made."""

    number: int
    operands: tuple[Diagram, ...]


class TypeValue(Struct, frozen=True):
    """A type used as a value; where it is that ``of`` something given, it may be one that derives from it."""

    type: Type
    of: Input | None = None


class ModuleValue(Struct, frozen=True):
    """A module used as a value."""

    dotted: str


class Names(Struct, frozen=True):
    """The mapping of the names of a module, a class or a function: ``globals()``, ``vars(Type)``."""

    of: ModuleValue | TypeValue | Routine | Partial | Outside | Member


class KnownOperation(Struct, frozen=True):
    """A callable of which it is known what it does."""

    operation: Operation


class Outside(Struct, frozen=True):
    """Something outside the tree, by its dotted name."""

    dotted: str

    @property
    def may_be_any(self) -> bool:
        """Whether nobody knows what it is: neither the language brings it along, nor is it called as classes are."""
        top, _, name = self.dotted.partition(".")
        name = name.rpartition(".")[2]
        is_class = name[:1].isupper() and not name.isupper()
        return bool(name) and not is_class and top not in sys.stdlib_module_names


#: The answer of a method that leaves an operation to the other operand.
DECLINED = Outside("builtins.NotImplemented")
#: The default of a field that has none.
NO_DEFAULT = Outside("dataclasses.MISSING")
#: The class of which nothing is.
NONE_TYPE = Outside("types.NoneType")


class Method(Struct, frozen=True):
    """A method, known by its name only, of a value that is no type of the tree."""

    receiver: Diagram
    name: str


class Super(Struct, frozen=True):
    """``super()``: the receiver seen from above the class ``above``."""

    above: str
    receiver: Diagram


class Position(Struct, frozen=True):
    """The index or key of an element while a loop stands at it; a key is one of the mapping that it is ``of``, an index
    one into sequences of that placement (:func:`apivet.effects.ordering.placement`)."""

    key: str
    of: Diagram | None = None
    placement: tuple[Diagram, ...] = ()

    @property
    def given(self) -> Input | None:
        """The key of an element of a mapping that was given, as a part of it."""
        mapping = self.of.value if isinstance(self.of, Leaf) else None
        return mapping.child(self.key).child(KEY) if isinstance(mapping, Input) else None


class Place(Struct, frozen=True):
    """The address of something that is no object: of a field of the object in a cell, or of a variable of a frame."""

    holder: int
    name: str
    is_variable: bool


class Unbound(Struct, frozen=True):
    """A variable that has no value yet."""


UNBOUND = Unbound()

# ------------------------------------------------------------------------------------------------------ decisions
# Those that are asked for most are tuples; the ``kind`` tells apart what has the same fields.


class GateOn(Struct, frozen=True):
    """A feature gate is on, or was where it was asked for ``once``: before the hook, or for several runs of it."""

    gate: str
    once: Location | None = None


class SomeGateOn(Struct, frozen=True):
    """A feature gate is on of which nobody can tell the name; ``asked`` is the settled value that names it."""

    asked: object


class IsNone(NamedTuple):
    """A value is ``None`` (or a key is absent)."""

    value: object
    kind: Choice["is none"] = "is none"


class Truthy(NamedTuple):
    """A value is true in a boolean context."""

    value: object
    kind: Choice["truthy"] = "truthy"


class Same(NamedTuple):
    """Two values are equal."""

    left: object
    right: object
    kind: Choice["same"] = "same"


class Exists(NamedTuple):
    """A container that the hook was given has that element."""

    container: Input
    key: str
    kind: Choice["exists"] = "exists"


class Raises(Struct, frozen=True):
    """Something raises at that place while a handler is waiting; it depends on ``operands``."""

    location: Location
    number: int
    operands: tuple[Diagram, ...] = ()


class Catches(Struct, frozen=True):
    """A handler's type fits the exception; it depends on ``operands``."""

    location: Location
    number: int
    operands: tuple[Diagram, ...] = ()


class IsA(Struct, frozen=True):
    """A value is an instance of a type."""

    value: object
    type: str


Decision = Union[GateOn, SomeGateOn, IsNone, Truthy, Same, Exists, Raises, Catches, IsA]


def subject_of(decision: object) -> object:
    """The field that a decision is about: whether it is set, in one of the given objects, or is the same in both. What
    is compared with something else is a subject of its own, which code may relate to any other."""
    values = values_of(decision) if isinstance(decision, (IsNone, Truthy, Same)) else ()
    paths = {value.path if isinstance(value, Input) else None for value in values}
    found = paths.pop() if len(paths) == 1 else None
    return decision if found is None else found


def values_of(decision: Decision) -> tuple[object, ...]:
    """The values that a decision is about."""
    if isinstance(decision, Same):
        return decision.left, decision.right
    if isinstance(decision, Exists):
        return (decision.container,)
    return (decision.value,) if isinstance(decision, (Truthy, IsNone, IsA)) else ()


def names_changed(*values: object) -> list[str]:
    """The names of the fields that were set in any of some values, in order."""
    return sorted({name for value in values if isinstance(value, Structure) for name, _ in value.fields})


def parts_of_value(value: object) -> tuple[Diagram, ...]:
    """All that a settled value was made of, and is changed to."""
    if isinstance(value, (Computed, Stream, Unseen)):
        return value.operands
    if isinstance(value, Structure):
        entries = (part for _, present, own in value.entries or () for part in (present, own))
        return (value.base, *(own for _, own in value.fields), *entries)
    return (value.of,) if isinstance(value, Position) and value.of is not None else ()


def all_within(value: object, through: tuple[type, ...] = (object,)) -> Iterator[object]:
    """A settled value and all that it was made of, and is changed to, each once and in their order. Values of other
    kinds than those to go ``through`` are not looked into."""
    seen: set[object] = set()
    pending = [value]
    while pending:
        part = pending.pop()
        if part not in seen:
            seen.add(part)
            yield part
            inner = parts_of_value(part) if isinstance(part, through) else ()
            pending += reversed([leaf.value for each in inner for leaf in leaves(each)])


def is_of_many(value: object) -> bool:
    """Whether a value is one of, or was made of, an element that stands for others."""
    return any(
        stands_for_others(segment)
        for part in all_within(value, (Computed, Structure))
        if isinstance(part, Input)
        for segment in part.path
    )


def show(path: Path) -> str:
    """A path as people write it: ``spec.template.containers[*].image``."""
    return render(EACH if segment == EARLIER else segment for segment in path)
