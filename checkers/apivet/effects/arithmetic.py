"""Whether there are numbers and texts of which everything is true that a view took for granted about them.

Two ways: sums that would have to lie between bounds that leave nothing can't be; and where a few numbers and texts
that are near to those in the source make it all true, it can be. What is neither is left open.
"""

from __future__ import annotations

import enum
import itertools
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.effects import plain, value_kinds
from apivet.effects.diagrams import Leaf, leaves
from apivet.effects.limits import COMBINATIONS
from apivet.effects.state import Machine
from apivet.effects.values import (
    MANY,
    NONE,
    Computed,
    Constant,
    Decision,
    Input,
    IsNone,
    Member,
    Same,
    Truthy,
    is_of_many,
)
from apivet.effects.view import View
from apivet.program import whole_numbers
from apivet.program.operators import COMPARISONS, DENIED, FOLDED, ORDERS, TURNED

_OF_FLAGS: Final = (*plain.OF_BITS, "in", "~", "-")


class Possible(enum.Enum):
    """Whether decisions on numbers and texts can hold together."""

    YES = "yes"
    NO = "no"
    OPEN = "nobody knows"


def may_differ(view: View, value: object, other: object) -> Possible:
    """Whether a computed number or text can be another than a value here; there is an example where it can."""
    if not _can_be_computed(view.outcome.machine, value):
        return Possible.OPEN
    return _can_hold(view, [*view.assumptions.answers.items(), (Same(value, other), False)])


def often_becomes(view: View, value: object, other: object, given: Input) -> bool:
    """Whether there are examples, more than one, in which a computed number or text is another value, though what was
    given is set. One alone is a matter of counting: ``size + 1`` is zero for -1."""
    if not _can_be_computed(view.outcome.machine, value):
        return False
    supposed: list[tuple[Decision, bool]] = [(Same(value, other), True), (Truthy(given), True)]
    search = _search(view.outcome.machine, _plain([*view.assumptions.answers.items(), *supposed]))
    return search is not None and len({example.get(given) for example in search.examples()}) > 1


def numbers_are_possible(view: View) -> Possible:
    """Whether what was decided of computed numbers and texts can be true at once."""
    return _can_hold(view, [*view.assumptions.answers.items()])


def _can_hold(view: View, decided: list[tuple[Decision, bool]]) -> Possible:
    machine = view.outcome.machine
    taken = _plain(decided)
    found = _can_hold_of_one(machine, taken)
    if found is Possible.OPEN or not (of_many := [each for each in taken if any(map(is_of_many, _sides(each[0])))]):
        return found
    if found is Possible.YES:
        return Possible.OPEN if _equals_two(of_many) else found
    # Nobody knows whether there are two elements of which each is what one can't be at once.
    others = [each for each in taken if each not in of_many]
    alone = (_can_hold_of_one(machine, [*others, each]) for each in of_many)
    return Possible.OPEN if len(of_many) > 1 and Possible.NO not in alone else found


def _can_hold_of_one(machine: Machine, taken: list[tuple[Decision, bool]]) -> Possible:
    if _is_contradictory(machine, taken):
        return Possible.NO
    search = _search(machine, taken)
    if search is not None and not any(True for _ in search.examples()):
        return Possible.NO if search.is_vain else Possible.OPEN
    return Possible.OPEN if _asks_of_what_is_settled(machine, taken) else Possible.YES


def _equals_two(of_many: list[tuple[Decision, bool]]) -> bool:
    """Whether a value is taken for equal to two that are written, or for another than it equals."""
    pairs = {
        (side, other)
        for decision, answer in of_many
        if answer and isinstance(decision, Same)
        for side, other in ((decision.left, decision.right), (decision.right, decision.left))
        if isinstance(other, (Constant, Member))
    }
    pairs |= {(decision.value, NONE) for decision, answer in of_many if answer and isinstance(decision, IsNone)}
    told = {decision.value: answer for decision, answer in of_many if isinstance(decision, Truthy)}
    if any(told.get(side) is (not isinstance(other, Member) and not other.value) for side, other in pairs):
        return True  # true and not, at once
    return len({side for side, _ in pairs}) < len(pairs)


def _asks_of_what_is_settled(machine: Machine, taken: list[tuple[Decision, bool]]) -> bool:
    """Whether something is computed, nobody knows how, from nothing but values that other decisions leave no choice:
    ``re.match(PATTERN, name)`` where ``name == "a"`` has one answer, and it may be the other one."""
    settled = {
        *_settled(taken),
        *(each.value for each, answer in taken if isinstance(each, IsNone) and answer),
        *(each.value for each, answer in taken if isinstance(each, Truthy) and not answer),
    }
    unknown = (
        value
        for decision, _ in taken
        for value in _sides(decision)
        if isinstance(value, Computed) and not _can_be_computed(machine, value)
    )
    return any(_is_made_of(value, settled) for value in unknown)


def _settled(taken: list[tuple[Decision, bool]]) -> dict[Any, Any]:
    """The values that are taken for equal to a written one, with that."""
    found = {}
    for decision, answer in taken:
        if answer and isinstance(decision, Same):
            for side, other in ((decision.left, decision.right), (decision.right, decision.left)):
                if isinstance(other, Constant) and not isinstance(side, Constant):
                    found[side] = other.value
    return found


def _is_made_of(value: Computed, settled: set[Any]) -> bool:
    """Whether something is computed from one or more settled values, and else from written ones: of flags that are
    written, too, an operation has one answer."""
    made_of = set(_within(value))
    is_of_flags = value.operator in _OF_FLAGS and any(isinstance(each, Member) for each in made_of)
    if is_of_flags:
        made_of = {each for each in made_of if not isinstance(each, Member)}
    return (is_of_flags or bool(made_of)) and made_of <= settled


def _within(value: Any) -> Iterator[Any]:
    """The values that are no written ones, of which a value is made."""
    if not isinstance(value, Computed):
        yield from () if isinstance(value, Constant) else (value,)
        return
    for operand in value.operands:
        for leaf in leaves(operand):
            yield from _within(leaf.value)


def _search(machine: Machine, taken: list[tuple[Decision, bool]]) -> _Search | None:
    """The search for examples of the values that something is computed from, with which the decisions on these and on
    what is computed are true; ``None`` where nothing is computed, or not by operations that are known here."""
    told = [(decision, answer) for decision, answer in taken if _computes(decision)]
    told = [(each, answer) for each, answer in told if all(_can_be_computed(machine, side) for side in _sides(each))]
    if not told:
        return None
    atoms = list(dict.fromkeys(atom for each, _ in told for side in _sides(each) for atom in _atoms(machine, side)))
    told += [
        (decision, answer)
        for decision, answer in taken
        if not _computes(decision) and all(_is_of(side, atoms) for side in _sides(decision))
    ]
    return _Search(machine, told, atoms, _settled(told))


def _plain(decided: list[tuple[Decision, bool]]) -> list[tuple[Decision, bool]]:
    return [(decision, answer) for decision, answer in decided if isinstance(decision, (Same, Truthy, IsNone))]


def _sides(decision: Decision) -> tuple[Any, ...]:
    if isinstance(decision, Same):
        return decision.left, decision.right
    return (getattr(decision, "value", None),)


def _computes(decision: Decision) -> bool:
    """Whether a decision is about something that is computed from numbers or texts."""
    known = (*_WORTH, plain.LENGTH)
    return any(isinstance(side, Computed) and side.operator in known for side in _sides(decision))


def _is_of(side: Any, atoms: list[Any]) -> bool:
    return isinstance(side, Constant) or side in atoms


# -------------------------------------------------------------------------------------------------------- bounds


class _Range(Struct):
    """The range of a sum; whole numbers are never between two others."""

    low: float
    high: float
    whole: bool
    others: set[float]

    def at_least(self, bound: float, strict: bool) -> None:
        if self.whole:
            bound = math.floor(bound) + 1 if strict else math.ceil(bound)
        elif strict:
            bound = math.nextafter(bound, math.inf) if math.isfinite(bound) else bound
        self.low = max(self.low, bound)

    def at_most(self, bound: float, strict: bool) -> None:
        if self.whole:
            bound = math.ceil(bound) - 1 if strict else math.floor(bound)
        elif strict:
            bound = math.nextafter(bound, -math.inf) if math.isfinite(bound) else bound
        self.high = min(self.high, bound)

    @property
    def is_empty(self) -> bool:
        if self.low > self.high:
            return True
        if self.whole and self.high - self.low < len(self.others) + 1:
            return all(self.low + step in self.others for step in range(int(self.high - self.low) + 1))
        return self.low == self.high and self.low in self.others


def _is_contradictory(machine: Machine, taken: list[tuple[Decision, bool]]) -> bool:
    ranges: dict[Any, _Range] = {}
    for decision, answer in taken:
        found = _compared(machine, decision, answer)
        if found is None:
            continue
        symbol, terms = found
        constant = terms.pop(None, 0)
        exact = all(plain.is_whole(machine, atom) for atom in terms)
        terms = {atom: times for atom, times in terms.items() if times}
        if not terms:
            if exact and not COMPARISONS[symbol](constant, 0):
                return True
            continue
        scale = terms[min(terms, key=machine.rank)]
        form = frozenset((atom, times / scale) for atom, times in terms.items())
        kept = ranges.get(form)
        if kept is None:
            low, high = plain.summed(machine, {atom: times / scale for atom, times in terms.items()})
            whole = all(plain.is_whole(machine, atom) and (times / scale).is_integer() for atom, times in terms.items())
            kept = ranges[form] = _Range(low, high, whole, set())
        _narrow(kept, symbol if scale > 0 else TURNED.get(symbol, symbol), -constant / scale)
        if kept.is_empty:
            return True
    return False


def _narrow(kept: _Range, symbol: str, bound: float) -> None:
    if symbol in (">", ">="):
        kept.at_least(bound, symbol == ">")
    elif symbol in ("<", "<="):
        kept.at_most(bound, symbol == "<")
    elif symbol == "==":
        kept.at_least(bound, False)
        kept.at_most(bound, False)
    else:
        kept.others.add(bound)


def _compared(machine: Machine, decision: Decision, answer: bool) -> tuple[str, dict[Any, float]] | None:
    """A decision as a sum against zero."""
    if isinstance(decision, Truthy) and isinstance(decision.value, Computed) and decision.value.operator in ORDERS:
        sides = [operand.value for operand in decision.value.operands if isinstance(operand, Leaf)]
        symbol = decision.value.operator
    elif isinstance(decision, Same):
        sides, symbol = [decision.left, decision.right], "=="
    elif isinstance(decision, Truthy) and isinstance(decision.value, (Input, Computed)):
        sides, symbol, answer = [decision.value, Constant.of(0)], "==", not answer
    else:
        return None
    # What is compared by its order is there: nothing is below ``None``.
    ordered = symbol in ORDERS
    if len(sides) != 2 or not all(plain.is_number(machine, side, if_there=ordered) for side in sides):
        return None
    terms = plain.difference(sides[0], sides[1])
    if ordered and not answer and not all(plain.is_whole(machine, atom) for atom in terms if atom is not None):
        return None  # what is no number is neither below another nor above it
    if any(isinstance(atom, Constant) for atom in terms):
        return None  # beyond all floats, in which ranges are told
    return symbol if answer else DENIED[symbol], terms


# ------------------------------------------------------------------------------------------------------- examples

_WORTH: Final[dict[str, Callable[..., Any]]] = {
    **FOLDED,
    "//": operator.floordiv,
    "%": operator.mod,
    "/": operator.truediv,
    **whole_numbers.WORTH,
    plain.LEAST: min,
    plain.GREATEST: max,
    plain.SIZE: abs,
    plain.ROUNDED: round,
    "builtins.str": str,
    "whole number": int,
    "text": lambda *parts: "".join(map(str, parts)),
    "in": lambda whole, part: part in whole,
    **{
        f".{name}()": getattr(str, name)
        for name in ("lower", "upper", "strip", "lstrip", "rstrip", "title", "casefold", "startswith", "endswith")
        + ("replace", "removeprefix", "removesuffix", "isdigit", "isalpha", "isspace", "islower", "isupper", "count")
    },
}


def _can_be_computed(machine: Machine, value: Any) -> bool:
    """Whether a value is known as soon as the numbers and texts are that it is made from."""
    if _is_counted(machine, value):
        return True
    if isinstance(value, Computed):
        if value.operator not in (*_WORTH, plain.LENGTH) or not all(isinstance(part, Leaf) for part in value.operands):
            return False
        parts = [part.value for part in value.operands if isinstance(part, Leaf)]
        if value.operator in plain.OF_BITS and not all(plain.is_number(machine, part, if_there=True) for part in parts):
            return False  # it may be a set
        return all(_can_be_computed(machine, part) for part in parts)
    return isinstance(value, Constant) or (isinstance(value, Input) and bool(_candidates(machine, value, [])))


def _is_counted(machine: Machine, value: Any) -> bool:
    """Whether a value is the number of a container's elements, which is any; that of a text hangs on the text."""
    if not isinstance(value, Computed) or value.operator not in (plain.LENGTH, MANY):
        return False
    return not all(isinstance(part, Leaf) and plain.is_of(machine, part.value, ("str",)) for part in value.operands)


def _atoms(machine: Machine, value: Any) -> Iterator[Any]:
    if isinstance(value, Input) or _is_counted(machine, value):
        yield value
    elif isinstance(value, Computed):
        for operand in value.operands:
            if isinstance(operand, Leaf):
                yield from _atoms(machine, operand.value)


class _Search(Struct, frozen=True):
    """The decisions that examples are to make true, and the values that they are about. A value that is taken for equal
    to a written one is that one."""

    machine: Machine
    told: list[tuple[Decision, bool]]
    atoms: list[Any]
    settled: dict[Any, Any]

    def examples(self) -> Iterator[dict[Any, Any]]:
        """Values with which all of what was decided is true."""
        written = [constant for decision, _ in self.told for side in _sides(decision) for constant in _written(side)]
        candidates = [
            [self.settled[atom]] if atom in self.settled else _candidates(self.machine, atom, written)
            for atom in self.atoms
        ]
        for values in itertools.islice(itertools.product(*candidates), COMBINATIONS):
            example = dict(zip(self.atoms, values))
            if all(_is_true(decision, example) is answer for decision, answer in self.told):
                yield example

    @property
    def is_vain(self) -> bool:
        """Whether a decision is about nothing but texts that are taken for equal to written ones, and is not true of
        these. What equals a number may be another one: ``0 == False``."""
        texts = {atom: value for atom, value in self.settled.items() if isinstance(value, str)}
        return any(_is_true(decision, texts) is (not answer) for decision, answer in self.told)


def _written(value: Any) -> Iterator[Any]:
    """The constants that a value is computed from, and the ends of the rooms that it is put into."""
    if isinstance(value, Constant):
        yield value.value
    elif isinstance(value, Computed):
        yield from whole_numbers.room(value.operator) or ()
        for operand in value.operands:
            if isinstance(operand, Leaf):
                yield from _written(operand.value)


def _candidates(machine: Machine, atom: Any, written: list[Any]) -> list[Any]:
    """Numbers and texts near to those in the source."""
    every = value_kinds.values_of(machine, atom)
    if every is not None:
        return sorted(every, key=repr)
    numbers = [number for number in written if isinstance(number, (int, float))]
    near = [number + step for number in numbers for step in (0, 1, -1)] + [0, 1, 2, -1, 7, -7, 100]
    texts = [text for text in written if isinstance(text, str)]
    joined = [one + other for one, other in itertools.permutations(texts[:4], 2)]
    near_texts = [*(f"{text}z" for text in texts), *(f"z{text}" for text in texts)]
    spelled = [*texts, *joined, *near_texts, "", "a", "Zz", " b ", "1"]
    if isinstance(atom, Computed):
        least = 2 if atom.operator == MANY else 0
        return list(dict.fromkeys(int(number) for number in near if number >= least))
    found: list[Any] = []
    families = {kind.family for kind in value_kinds.kinds_of(machine, atom) or ()}
    if "number" in families or not families:
        whole, (low, high) = plain.is_whole(machine, atom), plain.bounds(machine, atom)
        near = [number for number in near if low <= number <= high]
        found += [int(number) if whole else number for number in near] + ([] if whole else [0.5, -0.5])
    if "text" in families or not families:
        found += spelled
    return [*dict.fromkeys(found), *([None] if "None" in families else [])]


class _NoWorth(Exception):
    """An operation is not possible on the values of an example."""


def _is_true(decision: Decision, example: dict[Any, Any]) -> bool | None:
    try:
        values = [_worth(side, example) for side in _sides(decision)]
    except _NoWorth:
        return None
    if isinstance(decision, Same):
        return bool(values[0] == values[1])
    return values[0] is None if isinstance(decision, IsNone) else bool(values[0])


def _worth(value: Any, example: dict[Any, Any]) -> Any:
    if isinstance(value, Constant):
        return value.value
    if value in example:
        return example[value]
    if not isinstance(value, Computed):
        raise _NoWorth
    parts = [_worth(operand.value, example) for operand in value.operands if isinstance(operand, Leaf)]
    try:
        if value.operator == plain.LENGTH:
            return len(parts[0])
        if value.operator == "-":
            return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
        return _WORTH[value.operator](*parts)
    except (TypeError, ValueError, ArithmeticError, KeyError) as error:
        raise _NoWorth from error
