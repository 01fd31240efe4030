"""Numbers and texts: what a conversion or an operation leaves as it was, and what is certain of numbers that are
computed from others."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from apivet.effects import value_kinds
from apivet.effects.declared import annotation_of, may_be_none, shape_of, spelled_name
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.sources import sources
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    LAST,
    MANY,
    SLICE,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Position,
    Structure,
    TypeValue,
    Unbound,
    all_within,
    parts_of_value,
)
from apivet.program import whole_numbers
from apivet.program.annotations import NONE, Only, members
from apivet.program.model import ListOf, MapOf, Scalar
from apivet.program.operators import COMPARISONS, TELLING
from apivet.program.whole_numbers import ROOMS, Bounds

TEXTS: Final = ("str",)
WHOLE: Final = ("int", "bool", *ROOMS)
NUMBERS: Final = (*WHOLE, "float", "complex")
#: Operations that give a text, and those that give a number.
_TEXTUAL: Final = ("text", "builtins.str", "builtins.repr", "image:builtins.repr")
#: The operator of lengths of what can't be counted here.
LENGTH: Final = "length"
_NUMERIC: Final = (LENGTH, MANY, "whole number", *whole_numbers.WORTH)
#: The operators of what the language's own functions make of numbers.
LEAST, GREATEST, SIZE = "builtins.min", "builtins.max", "builtins.abs"
ROUNDED, TOTAL = "builtins.round", "builtins.sum"
EXTREMES: Final = (LEAST, GREATEST)
#: Operations on the bits of numbers; those on sets look like them.
OF_BITS: Final = ("&", "|", "^")
#: Operations on numbers whose result is of the kind of the operands.
_ARITHMETIC: Final = ("+", "-", "*", "//", "%", *OF_BITS, LEAST, GREATEST, SIZE)


def is_of(machine: Machine, leaf: Any, classes: tuple[str, ...]) -> bool:
    """Whether a live value can be nothing but an instance of these classes, or ``None``."""
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    return isinstance(settled, Leaf) and _is_of(machine, settled.value, classes)


def text_counted(machine: Machine, value: Any) -> Any:
    """The given text of which a value is the length, or ``None``: no other scalar has one."""
    if not isinstance(value, Computed) or value.operator != LENGTH or not isinstance(value.operands[0], Leaf):
        return None
    text = value.operands[0].value
    return text if isinstance(text, Input) and isinstance(shape_of(machine, text), Scalar) else None


def text_of(machine: Machine, letters: Input) -> Input | None:
    """The given text of which a container has the letters, or ``None``."""
    source = machine.unknown_containers.get(letters)
    text = source.value if isinstance(source, Leaf) else None
    return text if isinstance(text, Input) and is_of(machine, text, TEXTS) else None


def _is_of(machine: Machine, value: Any, classes: tuple[str, ...]) -> bool:
    if isinstance(value, Constant):
        return value.kind in classes
    if isinstance(value, Position):
        if value.of is None:
            return "int" in classes
        value = value.given
    if isinstance(value, Computed):
        if value.operator in _TEXTUAL:
            return "str" in classes
        if value.operator in _ARITHMETIC:
            return all(_is_of(machine, part.value, classes) for operand in value.operands for part in leaves(operand))
        return value.operator in _NUMERIC and "int" in classes
    annotation = annotation_of(machine, value) if isinstance(value, Input) else None
    if annotation is None:
        return False
    held = [each for each in members(annotation) if each != NONE]
    names = [each.kind if isinstance(each, Only) else spelled_name(each) for each in held]
    return bool(names) and all(name in classes for name in names)


def unchanged(machine: Machine, symbol: str, first: Any, second: Any) -> Any:
    """The operand that an operation gives as it is: ``x + 0``, ``"" + x``, ``1 * x``; ``None`` where it does not."""
    for one, other, is_left in ((first, second, True), (second, first, False)):
        if not isinstance(other, Constant) or (symbol == "-" and not is_left):
            continue
        neutral = 1 if symbol == "*" else 0
        is_number = isinstance(other.value, (int, float)) and other.value == neutral
        if symbol in ("+", "-", "*") and is_number and is_of(machine, one, NUMBERS):
            return one
        if symbol == "+" and other.value in ("", b"") and is_of(machine, one, (other.kind,)):
            return one
    return None


# ------------------------------------------------------------------------------------------------------- numbers

_ANY: Final[Bounds] = (-math.inf, math.inf)


def compared(machine: Machine, symbol: str, first: Any, second: Any) -> bool | None:
    """The certain result of comparing two numbers of which one is computed: ``min(x, 2) > 2``, ``x + 1 == x``."""
    if first != second and not any(isinstance(side, Computed) for side in (first, second)):
        return None
    if not (is_number(machine, first) and is_number(machine, second)):
        return None
    terms = difference(first, second)
    fractional = [times for atom, times in terms.items() if atom is not None and not is_whole(machine, atom)]
    if not all(fractional):
        return None  # of no number, or too great a one, nothing is left that could be told
    answer = _compared_by_bounds(symbol, *summed(machine, terms))
    if answer is None and symbol == "==":
        return _same_in_room(machine, first, second)
    return None if answer and fractional else answer


def _same_in_room(machine: Machine, first: Any, second: Any) -> bool | None:
    """Whether two numbers are equal of which one lies in a room, where that is certain: they differ by a number that is
    no multiple of the room's size, or by a multiple where both lie in it."""
    fitted = [side for side in (first, second) if isinstance(side, Computed) and whole_numbers.size(side.operator)]
    if not fitted:
        return None
    smallest = min(fitted, key=lambda side: whole_numbers.size(side.operator))
    size, room = whole_numbers.size(smallest.operator), whole_numbers.room(smallest.operator) or _ANY
    terms = difference(first, second, size)
    rest = terms.pop(None, 0)
    if any(times % size for times in terms.values()) or not all(is_whole(machine, atom) for atom in terms):
        return None
    if rest % size:
        return False
    ends = [bounds(machine, side) for side in (first, second)]
    return True if all(room[0] <= low and high <= room[1] for low, high in ends) else None


def _compared_by_bounds(symbol: str, low: float, high: float) -> bool | None:
    """The certain result of comparing a number between two bounds with zero."""
    holds = COMPARISONS[symbol]
    if low == high:
        return holds(low, 0)
    if symbol == "==":
        return None if low <= 0 <= high else False
    answers = {holds(bound, 0) for bound in (low, high)}
    return answers.pop() if len(answers) == 1 else None


def is_number(machine: Machine, value: Any, *, if_there: bool = False) -> bool:
    """Whether a settled value is a number that is there, or that it would be ``if_there``."""
    if not if_there and isinstance(value, Input) and may_be_none(machine, value):
        return False
    return _is_of(machine, value, NUMBERS)


def is_whole(machine: Machine, value: Any) -> bool:
    """Whether a settled value is a whole number, if it is there."""
    return _is_of(machine, value, WHOLE)


def difference(first: Any, second: Any, size: int = 0) -> dict[Any, float]:
    """One number less another, as a sum; of rooms of a size, or of larger ones, no more than that is right."""
    ours, theirs = _terms(first, size), _terms(second, size)
    return {atom: ours.get(atom, 0) - theirs.get(atom, 0) for atom in dict.fromkeys((*ours, *theirs))}


def _terms(value: Any, size: int = 0) -> dict[Any, float]:
    """A number as a sum: how often it has which other number in it, and (under ``None``) a constant."""
    if isinstance(value, Constant) and isinstance(value.value, (int, float)) and _is_float(value.value):
        return {None: value.value}
    if isinstance(value, Computed) and value.operator in ("+", "-", "*"):
        parts = [operand.value for operand in value.operands if isinstance(operand, Leaf)]
        if len(parts) == len(value.operands):
            found = _combined(value.operator, [_terms(part, size) for part in parts])
            if found is not None and all(map(_is_float, found.values())):
                return found
    if size and isinstance(value, Computed) and whole_numbers.size(value.operator) >= size:
        (fitted,) = value.operands
        if isinstance(fitted, Leaf):
            return _terms(fitted.value, size)
    return {value: 1}


def atoms(value: Any) -> list[Any]:
    """The numbers that a sum is made of, but for those that are taken away again."""
    return [atom for atom, times in _terms(value).items() if times and atom is not None]


def sole(machine: Machine, value: Computed) -> Any:
    """The number that a sum comes to where all else in it is taken away again: ``x + 1 - 1``, ``x - x``; else the sum.
    Whole numbers alone do: others are rounded, or are no numbers. Of one number with itself bits leave it or nothing,
    with what it lacks nothing or all."""
    terms, of = _terms(value), value.operands[0]
    if value.operator in OF_BITS and (of_both := _terms(Computed("+", value.operands))):
        if {atom: times for atom, times in of_both.items() if times} == {None: -1}:
            terms = {**dict.fromkeys(of_both, 0), None: 0 if value.operator == "&" else -1}
    if value.operator in OF_BITS and isinstance(of, Leaf) and of is value.operands[-1]:
        terms = {atom: 0 if value.operator == "^" else times for atom, times in _terms(of.value).items()}
    if not all(_is_of(machine, atom, WHOLE) for atom in terms if atom is not None):
        return value
    left = {atom: times for atom, times in terms.items() if times}
    if len(left) > 1 or not all(isinstance(times, int) for times in left.values()):
        return value
    atom, times = next(iter(left.items()), (None, 0))
    return Constant.of(times) if atom is None else atom if times == 1 else value


def _is_float(number: float) -> bool:
    """Whether a number is not beyond all floats."""
    return not isinstance(number, int) or abs(number) <= sys.float_info.max


def _combined(symbol: str, parts: list[dict[Any, float]]) -> dict[Any, float] | None:
    if len(parts) == 1:
        return {atom: -times for atom, times in parts[0].items()} if symbol == "-" else parts[0]
    left, right = parts
    if symbol == "*":
        for one, other in ((left, right), (right, left)):
            if set(other) == {None}:
                return {atom: times * other[None] for atom, times in one.items()}
        return None
    sign = 1 if symbol == "+" else -1
    return {atom: left.get(atom, 0) + sign * right.get(atom, 0) for atom in dict.fromkeys((*left, *right))}


def summed(machine: Machine, terms: dict[Any, float]) -> Bounds:
    """Between which numbers a sum lies."""
    low = high = 0.0
    parts = {whole: atom for atom in terms for whole in _wholes_of(atom) if terms.get(whole) == -terms[atom] != 0}
    for atom, times in terms.items():
        if atom in parts:  # no part has more than the whole
            low, high = (low, high + math.inf) if times > 0 else (low - math.inf, high)
        elif times and atom not in parts.values():
            least, most = (1.0, 1.0) if atom is None else bounds(machine, atom)
            ends = sorted((times * least, times * most))
            low, high = low + ends[0], high + ends[1]
    return low, high


def _wholes_of(length: Any) -> Iterator[Computed]:
    """The lengths of what a part is of which that is the length."""
    cut = length.operands[0] if isinstance(length, Computed) and length.operator in (MANY, LENGTH) else None
    while isinstance(cut, Leaf) and isinstance(cut.value, Computed) and cut.value.operator == SLICE:
        cut = cut.value.operands[0]
        yield from (Computed(operator, (cut,)) for operator in (MANY, LENGTH))


def bounds(machine: Machine, value: Any) -> Bounds:
    """Between which numbers a number lies."""
    if isinstance(value, Constant) and isinstance(value.value, (int, float)):
        if not _is_float(value.value):
            return (sys.float_info.max, math.inf) if value.value > 0 else (-math.inf, -sys.float_info.max)
        return float(value.value), float(value.value)
    if isinstance(value, (Input, Member)):
        every = value_kinds.values_of(machine, value)
        numbers = [each for each in every or () if isinstance(each, (int, float))]
        if every and len(numbers) == len(every):
            return min(numbers), max(numbers)
        return _room_of(machine, value) if isinstance(value, Input) else _ANY
    if not isinstance(value, Computed):
        return _ANY
    if value.operator in (MANY, LENGTH):
        return 2 if value.operator == MANY else 0, _most(value.operands)
    if value.operator in TELLING:
        return 0, 1
    parts = [_hull(machine, operand) for operand in value.operands]
    known = _bounds_of_result(value.operator, parts)
    if known is not None:
        is_below = value.operator == "%" and is_whole(machine, value)
        return (known[0], known[1] - 1) if is_below else known
    if value.operator == "*" and len(parts) == 2 and value.operands[0] is value.operands[1]:
        return 0, math.inf
    if value.operator in ("+", "-", "*"):
        return summed(machine, terms) if (terms := _terms(value)) != {value: 1} else _ANY
    return _ANY


def _most(counted: Sequence[Diagram]) -> float:
    """The most elements or letters that there can be: a slice has no more than lie between its bounds."""
    cut = counted[0].value if counted and isinstance(counted[0], Leaf) else None
    if not isinstance(cut, Computed) or cut.operator != SLICE:
        return math.inf
    limits: list[int | None] = []
    for part in cut.operands[1:]:
        limit = part.value.value if isinstance(part, Leaf) and isinstance(part.value, Constant) else ""
        if not (limit is None or isinstance(limit, int)):
            return math.inf
        limits.append(limit)
    written, ends = slice(*limits), [abs(limit) for limit in limits[:2] if limit]
    if written.step == 0:
        return math.inf
    most = max(len(range(*written.indices(length))) for length in (*ends, sum(ends)))
    return most if len(range(*written.indices(sys.maxsize))) <= most else math.inf


def _bounds_of_result(operator: str, parts: list[Bounds]) -> Bounds | None:
    """Between which numbers the result of an operator lies, of operands that lie between others."""
    if operator == "%" and len(parts) == 2 and parts[1][0] > 0:
        return 0, parts[1][1]
    if operator == "&" and any(low >= 0 for low, _ in parts):
        return 0, min(high for low, high in parts if low >= 0)
    if operator in EXTREMES and len(parts) > 1:
        choose = min if operator == LEAST else max
        return choose(low for low, _ in parts), choose(high for _, high in parts)
    if operator == SIZE and len(parts) == 1:
        low, high = parts[0]
        return 0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))
    return whole_numbers.bounds(operator, parts)


def _room_of(machine: Machine, given: Input) -> Bounds:
    """Between which numbers a given one lies by its declared type."""
    annotation = annotation_of(machine, given)
    names = [spelled_name(each) for each in members(annotation) if each != NONE] if annotation is not None else []
    return ROOMS.get(names[0], _ANY) if len(names) == 1 else _ANY


def _hull(machine: Machine, operand: Diagram) -> Bounds:
    found = [bounds(machine, leaf.value) for leaf in leaves(operand)]
    return min(low for low, _ in found), max(high for _, high in found)


def chosen(machine: Machine, name: str, settled: Sequence[Diagram]) -> int | None:
    """The index of the least or the greatest of two numbers, where that is certain."""
    if name not in EXTREMES or len(settled) != 2:
        return None
    first, second = (value.value if isinstance(value, Leaf) else None for value in settled)
    if first is None or second is None or not (is_number(machine, first) and is_number(machine, second)):
        return None
    low, high = summed(machine, difference(first, second))
    if low >= 0:
        return 0 if name == GREATEST else 1
    return (1 if name == GREATEST else 0) if high <= 0 else None


def _is_multiple(number: Any, divisor: Any) -> bool:
    """Whether nothing is left of a whole number beside its quotient: rooms have a power of two of numbers."""
    if not isinstance(divisor, Constant) or not isinstance(divisor.value, int) or not divisor.value:
        return False
    size = abs(divisor.value)
    terms = _terms(number, size if not size & size - 1 else 0)
    return all(times % size == 0 for times in terms.values())


#: Classes of those below whose objects are lists: of a mapping they have the keys, in their order.
LISTS: Final = {"collections.UserList": 0, "collections.deque": 0}
#: Classes of the library whose objects are equal where what they were made of is, and empty as that is, each with the
#: number of those arguments before that which do not matter.
BY_ELEMENTS: Final = {
    "collections.Counter": 0,
    "collections.UserDict": 0,
    "collections.defaultdict": 1,
    **LISTS,
}


def given_to_make(machine: Machine, value: object) -> Input | None:
    """The list or mapping that the hook was given and of whose elements a container of the library was made, where
    these are all that it has."""
    if not isinstance(value, Computed) or value.operator not in BY_ELEMENTS:
        return None
    given = value.operands[BY_ELEMENTS[value.operator] :]
    source = given[0].value if len(given) == 1 and isinstance(given[0], Leaf) else None
    is_container = isinstance(source, Input) and isinstance(machine.heap.shape_of(source), (ListOf, MapOf))
    return source if is_container else None  # type: ignore[return-value]


def is_made_by_hand(machine: Machine, value: Diagram) -> bool:
    """Whether it is a container of the library that was made of others than the hook was given: which elements it has
    is settled, and not seen here."""
    made = value.value if isinstance(value, Leaf) else None
    return isinstance(made, Computed) and made.operator in BY_ELEMENTS and given_to_make(machine, made) is None


#: The values that classes of plain values make of nothing.
_OF_NOTHING: Final = {f"builtins.{made.__name__}": Constant.of(made()) for made in (str, int, float, bool, bytes)}


def folded(name: str, values: list[Any]) -> Constant | None:
    """The least, the greatest or the size of numbers that are written out, or what is left of them in a room; nothing
    is left of twice any number divided by two."""
    if name == whole_numbers.REMAINDER and _is_multiple(*values):
        return Constant.of(0)
    if not values:
        return _OF_NOTHING.get(name)
    written = [value.value for value in values if isinstance(value, Constant)]
    numbers = [number for number in written if isinstance(number, (int, float))]
    if len(numbers) != len(values):
        return None
    whole = whole_numbers.folded(name, numbers)
    if whole is not None:
        return Constant.of(whole)
    if name in EXTREMES and len(numbers) > 1:
        return Constant.of(min(numbers) if name == LEAST else max(numbers))
    if len(numbers) != 1 or name not in (SIZE, ROUNDED) or not math.isfinite(numbers[0]):
        return None
    return Constant.of(abs(numbers[0]) if name == SIZE else round(numbers[0]))


def count_the_same(machine: Machine, left: object, right: object, *, is_order: bool = False) -> bool:
    """Whether two numbers were computed of how many elements one given container has, of which one counts elements that
    were put together: nobody knows which numbers go with each other. Of no more elements than that has there may be as
    many, or not; whether there are more is another question."""
    within = [list(all_within(side, (Computed, Structure))) for side in (left, right)]
    counts = [[each for each in side if isinstance(each, Computed) and each.operator == MANY] for side in within]
    made = [part.value for side in counts for each in side for part in each.operands if isinstance(part, Leaf)]
    put_together = [each for each in made if not isinstance(each, Input)]
    if not all(counts) or not put_together:
        return False
    if len(put_together) == 1 and _is_of_one(put_together[0]) and not is_order:
        return False
    ours, theirs = ({_container_of(each) for each in sources(machine, side)} for side in (left, right))
    return not ours.isdisjoint(theirs)


def _is_of_one(made: object) -> bool:
    """Whether a container has, at most, an element for each of one that was given."""
    keys = [key for key, _, _ in made.entries or ()] if isinstance(made, Structure) else []
    return len(keys) == len((EARLIER, LAST)) and keys[0].endswith(EARLIER) and keys[1].endswith(LAST)


def _container_of(given: Input) -> Input:
    """The container that was given in which an element, or a part of one, lies; itself where it lies in none."""
    ends = [place for place, name in enumerate(given.path) if name in (EARLIER, LAST)]
    return Input(given.root, given.path[: ends[0]]) if ends else given


def are_fixed(*values: object) -> bool:
    """Whether values are computed from nothing but what is written in the source, and are the same in every run; those
    of numbers and texts alone are found out where that matters."""
    pending, has_others = list(values), False
    while pending:
        part = pending.pop()
        inner = parts_of_value(part)
        if not (isinstance(part, _WRITTEN) or (isinstance(part, Computed) and inner and tells_no_more(part.operator))):
            return False
        if not all(isinstance(each, Leaf) for each in inner):
            return False
        has_others |= not isinstance(part, (Constant, Computed))
        pending += [each.value for each in inner if isinstance(each, Leaf)]
    return has_others


_WRITTEN: Final = (bool, Constant, Member, TypeValue, Structure, Blank, Unbound)


def tells_no_more(operator: str) -> bool:
    """Whether the result of an operator is certain where its operands are: functions outside the language may tell of
    the moment, of the world, or of chance."""
    return "." not in operator.lstrip(".") or operator.startswith(("builtins.", "image:"))
