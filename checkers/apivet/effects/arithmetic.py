"""Whether there are numbers and texts of which everything is true that a view took for granted about them.

Two ways: sums that would have to lie between bounds that leave nothing can't be; and where a few numbers and texts
that are near to those in the source make it all true, it can be. What is neither is left open.
"""

from __future__ import annotations

import enum
import math
from typing import Any

from msgspec import Struct

from apivet.effects import plain
from apivet.effects.correlations import Answers, are_open
from apivet.effects.diagrams import Leaf
from apivet.effects.examples import can_be_computed, search, sides_of
from apivet.effects.identity import IDENTITY
from apivet.effects.state import Machine
from apivet.effects.values import NONE, Computed, Constant, Decision, Input, IsNone, Member, Same, Truthy, is_of_many
from apivet.effects.view import View
from apivet.program.operators import COMPARISONS, DENIED, ORDERS, TURNED


class Possible(enum.Enum):
    """Whether decisions on numbers and texts can hold together."""

    YES = "yes"
    NO = "no"
    OPEN = "nobody knows"


def may_differ(view: View, value: object, other: object) -> Possible:
    """Whether a computed number or text can be another than a value here; there is an example where it can."""
    if not can_be_computed(view.outcome.machine, value):
        return Possible.OPEN
    return _can_hold(view, [*view.assumptions.answers.items(), (Same(value, other), False)])


def often_becomes(view: View, value: object, other: object, given: Input) -> bool:
    """Whether there are examples, more than one, in which a computed number or text is another value, though what was
    given is set. One alone is a matter of counting: ``size + 1`` is zero for -1."""
    if not can_be_computed(view.outcome.machine, value):
        return False
    supposed: list[tuple[Decision, bool]] = [(Same(value, other), True), (Truthy(given), True)]
    tried = search(view.outcome.machine, _plain([*view.assumptions.answers.items(), *supposed]))
    return tried is not None and len({example.get(given) for example in tried.examples()}) > 1


def numbers_are_possible(view: View) -> Possible:
    """Whether what was decided of computed numbers and texts can be true at once."""
    return _can_hold(view, [*view.assumptions.answers.items()])


def _can_hold(view: View, decided: list[tuple[Decision, bool]]) -> Possible:
    machine = view.outcome.machine
    taken = _plain(decided)
    answers = view.assumptions.answers
    found = _can_hold_of_one(machine, taken, answers)
    if found is Possible.OPEN or not (of_many := [each for each in taken if any(map(is_of_many, sides_of(each[0])))]):
        return found
    if found is Possible.YES:
        return Possible.OPEN if _equals_two(of_many) else found
    # Nobody knows whether there are two elements of which each is what one can't be at once.
    others = [each for each in taken if each not in of_many]
    alone = (_can_hold_of_one(machine, [*others, each], answers) for each in of_many)
    return Possible.OPEN if len(of_many) > 1 and Possible.NO not in alone else found


def _can_hold_of_one(machine: Machine, taken: list[tuple[Decision, bool]], answers: Answers) -> Possible:
    if _is_contradictory(machine, taken):
        return Possible.NO
    tried = search(machine, taken)
    if tried is not None and not any(True for _ in tried.examples()):
        return Possible.NO if tried.is_vain else Possible.OPEN
    return Possible.OPEN if are_open(machine, taken, answers) else Possible.YES


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


def _plain(decided: list[tuple[Decision, bool]]) -> list[tuple[Decision, bool]]:
    """The decisions on values; not whether two that are equal are one object, which may be so or not."""
    asked = [each for each in decided if isinstance(each[0], (Same, Truthy, IsNone))]
    return [each for each in asked if getattr(getattr(each[0], "value", None), "operator", "") != IDENTITY]


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
