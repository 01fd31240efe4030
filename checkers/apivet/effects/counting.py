"""Counts: lengths of containers, the whole numbers up to one, and the certain results of comparing a length.

The two elements of a container that was given stand for any number from two on, so its length is then no number but
``MANY``.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from apivet.effects import distinct, elements, iteration, ordering, plain, questions
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.limits import STANDING_FOR_ALL
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    KEYS,
    LAST,
    MANY,
    ORDER,
    SEQUENCE,
    Computed,
    Constant,
    Input,
    Position,
    Reference,
    stands_for_others,
)
from apivet.program.operations import Operation
from apivet.program.operators import ORDERS, TURNED
from apivet.verdicts import Location


def length(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``len(container)``."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Constant) and isinstance(leaf.value, (str, bytes)):
            return machine.diagrams.leaf(Constant.of(len(leaf.value)))
        if isinstance(leaf, Reference):
            entries = elements.entries_of(machine, leaf)
            if (number := _given_length(machine, leaf, entries)) is not None:
                return machine.diagrams.leaf(Constant.of(number))
            named = set(machine.heap.cells[leaf.cell].fields) - {ORDER}
            if entries is not None and (not named or entries is not machine.heap.cells[leaf.cell].entries):
                return count(machine, distinct.each_once(machine, leaf, entries), leaf)
            if ordering.told_apart(entries or ()) and _is_written(machine, leaf):
                fields = machine.heap.cells[leaf.cell].fields
                told = [Entry(each, machine.given(fields[each]), fields[each]) for each in sorted(named)]
                return count(machine, [*told, *(entries or ())], leaf)
        held = ordering.in_any_order(machine, machine.heap.settle(machine.diagrams.leaf(leaf)))
        return machine.diagrams.leaf(Computed(plain.LENGTH, (held,)))

    return machine.each(arguments.positional[0], one)


def _given_length(machine: Machine, leaf: Reference, entries: list[Entry] | None) -> int | None:
    """The number of elements of a given container that always has so many, where none was put in or taken out."""
    base = machine.heap.cells[leaf.cell].base
    if not (isinstance(base, Leaf) and isinstance(base.value, Input)):
        return None
    is_as_given = [(each.key, each.present) for each in entries or ()] == [
        (key, machine.heap.exists(base.value, key)) for key in (EARLIER, LAST)
    ]
    return machine.heap.length_of(base.value) if is_as_given else None


def size(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The number of bytes of a text."""

    def one(leaf: Leaf) -> Diagram:
        if isinstance(leaf.value, Constant) and isinstance(leaf.value.value, str):
            return machine.diagrams.leaf(Constant.of(len(leaf.value.value.encode())))
        return length(machine, Arguments((leaf,)), location)

    return machine.diagrams.transform(arguments.positional[0], one)


def _is_written(machine: Machine, leaf: Reference) -> bool:
    """Whether a mapping has only the keys that were put into it here, each of them written."""
    cell = machine.heap.cells[leaf.cell]
    return cell.made == "dict" and KEYS not in cell.fields


def count(machine: Machine, entries: list[Entry], container: Reference) -> Diagram:
    """The number of elements. The two elements of a container that was given stand for any number from two on, one that
    stands for others for any from one on."""
    total: Diagram = machine.diagrams.leaf(Constant.of(0))
    for entry in entries:
        more = machine.diagrams.transform(
            total,
            lambda leaf: machine.diagrams.leaf(Constant.of(leaf.value.value + 1)),  # type: ignore[attr-defined]
        )
        total = machine.diagrams.choose(entry.present, more, total)
    several = machine.diagrams.false
    for entry in entries:
        if stands_for_others(entry.key) and not ordering.is_first(machine, entry.present):
            several = machine.diagrams.either(several, entry.present)
    others = ordering.left_out(machine, ((entry.key, entry.present) for entry in entries))
    several = machine.diagrams.either(several, others)
    if several is machine.diagrams.false:
        return total
    is_given = [entry.key for entry in entries] == [EARLIER, LAST]
    first = machine.diagrams.assuming(entries[0].present, machine.guard)
    given = ordering.length_given(machine, [first]) if is_given else None
    many = machine.diagrams.leaf(given or Computed(MANY, (machine.heap.settle(machine.diagrams.leaf(container)),)))
    some = machine.diagrams.leaf(Computed("-", (many, machine.diagrams.leaf(Constant.of(1)))))
    counted = machine.diagrams.transform(
        total, lambda leaf: some if leaf.value == Constant.of(1) else many if leaf.value != Constant.of(0) else leaf
    )
    return machine.diagrams.choose(several, counted, total)


def whole_numbers(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Positions of the elements counted by the last bound; whole numbers where they are written out."""
    bounds = [*arguments.positional[:3]]
    cases: list[tuple[Diagram, list[Any]]] = [(machine.diagrams.true, [])]
    for bound in bounds:
        cases = [
            (machine.diagrams.both(where, here), [*chosen, leaf])
            for where, chosen in cases
            for here, leaf in machine.diagrams.cases(bound, machine.guard)
        ]
    entries: dict[int, Entry] = {}
    for where, chosen in cases:
        numbers = _numbers(chosen)
        if numbers is None:
            return _positions(machine, bounds[0] if len(bounds) == 1 else bounds[1], location)
        for number in numbers:
            entry = entries.setdefault(
                number, Entry(str(number), machine.diagrams.false, machine.diagrams.leaf(Constant.of(number)))
            )
            entry.present = machine.diagrams.either(entry.present, where)
    ordered = list(entries.values())
    if len(ordered) == STANDING_FOR_ALL and (_goes_through_all(bounds) or _goes_back_through_all(bounds)):
        _name_by_element(machine, *sorted(ordered, key=lambda entry: int(entry.key)))
    else:
        open_ = (where for where, chosen in cases if any(not isinstance(bound, Constant) for bound in chosen))
        ordered += _more_numbers(
            machine, functools.reduce(machine.diagrams.either, open_, machine.diagrams.false), bounds
        )
    return machine.diagrams.leaf(machine.heap.container(SEQUENCE, ordered))


def _more_numbers(machine: Machine, several: Diagram, bounds: list[Diagram]) -> list[Entry]:
    """The numbers of a range that goes on where a container that was given has more elements than two."""
    if several is machine.diagrams.false:
        return []
    more = questions.truth(machine, machine.unseen("whether a range goes on", None, bounds))
    present = machine.diagrams.both(several, more)
    ends = LAST if any(_is_many(leaf.value) for leaf in leaves(bounds[min(1, len(bounds) - 1)])) else EARLIER
    places = ((EARLIER, EARLIER), (LAST, ends))
    return [Entry(key, present, machine.diagrams.leaf(Position(place))) for key, place in places]


def _goes_through_all(bounds: list[Diagram]) -> bool:
    """Whether a range has all positions of a container that was given."""
    beginning, step = bounds[:-1][:1], bounds[2:]
    if any(not isinstance(bound, Leaf) or bound.value != Constant.of(0) for bound in beginning):
        return False
    if any(not isinstance(bound, Leaf) or bound.value != Constant.of(1) for bound in step):
        return False
    return any(_is_many(leaf.value) for leaf in leaves(bounds[min(1, len(bounds) - 1)]))


def _goes_back_through_all(bounds: list[Diagram]) -> bool:
    """Whether a range has all positions of a container that was given, the last one first."""
    ends = [bound.value for bound in bounds[1:] if isinstance(bound, Leaf)]
    starts = [leaf.value for leaf in leaves(bounds[0])]
    goes_back = len(bounds) == 3 and ends == [Constant.of(-1), Constant.of(-1)]
    return goes_back and any(isinstance(each, Computed) and _whole(each) == 1 for each in starts)


def _name_by_element(machine: Machine, first: Entry, second: Entry) -> None:
    """Positions of no, one or two elements, under the keys of the elements that stand there: a single one is the
    last."""
    first.key, second.key = EARLIER, LAST
    first.value, second.value = (machine.diagrams.leaf(Position(key)) for key in (EARLIER, LAST))
    first.present, second.present = second.present, first.present


def _numbers(bounds: list[Any]) -> range | None:
    """The whole numbers of a range, where its bounds are known and there are few. The two elements of a container that
    was given stand for all."""
    known = [_whole(bound) for bound in bounds]
    numbers = [number for number in known if number is not None]
    if len(numbers) != len(known) or (len(numbers) == 3 and numbers[2] == 0):
        return None
    found = range(*numbers)
    return found if len(found) <= 16 else None


def _whole(bound: Any) -> int | None:
    if isinstance(bound, Constant) and isinstance(bound.value, int):
        return int(bound.value)
    if not isinstance(bound, Computed):
        return None
    if bound.operator == MANY:
        return 2
    if bound.operator in ("+", "-"):
        left, right = (_whole(part.value) if isinstance(part, Leaf) else None for part in bound.operands)
        if left is not None and right is not None:
            return left + right if bound.operator == "+" else left - right
    return None


def _positions(machine: Machine, bound: Diagram, location: Location) -> Diagram:
    entries = iteration.rounds(machine, Computed("range", (machine.heap.settle(bound),)), location)
    placed = ordering.placement(machine, entries, None)
    positions = [Entry(e.key, e.present, machine.diagrams.leaf(Position(e.key, None, placed))) for e in entries]
    return machine.diagrams.leaf(machine.heap.container(SEQUENCE, positions))


#: Comparisons of a count with a number that ask whether there is anything at all, and the answer where there is.
_ASKING_FOR_ANY: dict[tuple[str, object], bool] = {(">", 0): True, (">=", 1): True, ("<=", 0): False, ("<", 1): False}


def asks_for_any(symbol: str, first: Any, second: Any) -> tuple[Any, bool] | None:
    """The count of which a comparison asks just whether it is zero, and the answer where it is not."""
    if isinstance(first, Constant):
        symbol, first, second = TURNED[symbol], second, first
    told = _ASKING_FOR_ANY.get((symbol, second.value)) if isinstance(second, Constant) else None
    return None if told is None or not isinstance(first, Computed) else (first, told)


def compared_with_many(symbol: str, first: Any, second: Any) -> bool | None:
    """The certain result of comparing a length of two or more, or a position, which is never below zero."""
    if isinstance(first, Position) and first.of is None and isinstance(second, Constant):
        return _position_compared(symbol, second.value)
    if _is_many(second):
        if isinstance(first, Position):
            return symbol in ("<", "<=", "!=")
        if isinstance(first, Constant) and isinstance(first.value, int):
            is_certain = first.value < 2 or (first.value == 2 and symbol in ("<=", ">"))
            return bool(ORDERS[symbol](first.value, 2)) if is_certain else None
    if _is_many(first) and isinstance(second, Constant) and isinstance(second.value, int):
        below = second.value < 2
        if symbol == ">=" and second.value <= 2:
            return True
        if symbol == "<" and second.value <= 2:
            return False
        if below:
            return symbol == ">"
    return None


def _position_compared(symbol: str, number: object) -> bool | None:
    is_below = isinstance(number, int) and (number < 0 or (number == 0 and symbol in ("<", ">=")))
    return bool(ORDERS[symbol](0, number)) if is_below else None


def plain_count(machine: Machine, value: Diagram) -> Diagram:
    """A count in which it is all one of what there are several."""
    several = machine.diagrams.leaf(Computed(MANY, ()))
    return machine.diagrams.transform(value, lambda leaf: several if _is_many(leaf.value) else leaf)


def _is_many(value: Any) -> bool:
    return isinstance(value, Computed) and value.operator == MANY


#: The operations that ask how many there are.
COUNTS: Final = {Operation.LENGTH: length, Operation.SIZE: size}
