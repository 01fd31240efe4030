"""Tests that some element answers: ``any(...)``, ``in``, a variable that a round sets.

Two elements stand for all of a container that was given, and so give answers to two such tests. A third one may be
answered by another element, which is neither of the two.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

from apivet.effects import questions
from apivet.effects.diagrams import Diagram, decisions
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    LAST,
    Computed,
    Exists,
    Input,
    Structure,
    all_within,
    stands_for_others,
    values_of,
)


def widened(machine: Machine, test: Diagram, before: Iterable[Diagram] = ()) -> Diagram:
    """A test that is about to be taken, after those ``before`` and the branches that lead here. Where it can't be true,
    or can't be false, for no other reason than that an element answered another one, nobody knows whether it is."""
    diagrams = machine.diagrams
    denied = diagrams.negate(test)
    if test is diagrams.false or denied is diagrams.false:
        return test
    if diagrams.both(machine.guard, test) is diagrams.false:
        return diagrams.either(test, _answered_by_another(machine, test, before))
    if diagrams.both(machine.guard, denied) is diagrams.false:
        return diagrams.negate(diagrams.either(denied, _answered_by_another(machine, denied, before)))
    return test


def _answered_by_another(machine: Machine, test: Diagram, before: Iterable[Diagram]) -> Diagram:
    """The guard under which another element answers a test than those that answered what was taken."""
    diagrams = machine.diagrams
    own = _own_answer(machine, test)
    if own is diagrams.false or not any(
        diagrams.both(own, _own_answer(machine, taken)) is diagrams.false for taken in _taken(machine, before)
    ):
        return diagrams.false
    asked: list[Any] = [diagrams.decisions[number] for number in sorted(decisions(test))]
    operands = tuple(diagrams.leaf(value) for each in asked for value in values_of(each))
    there = [diagrams.decide(each) for each in asked if isinstance(each, Exists) and stands_for_others(each.key)]
    hidden = machine.unseen("which elements one stands for", None, operands)
    return functools.reduce(diagrams.both, there, questions.truth(machine, hidden))


def _taken(machine: Machine, before: Iterable[Diagram]) -> Iterator[Diagram]:
    """The tests that were taken on the way, each in the sense in which it is true, that some element answers."""
    diagrams = machine.diagrams
    for test in dict.fromkeys((*before, *(branch.test for branch in machine.branches))):
        for each in (test, diagrams.negate(test)):
            is_true = diagrams.both(machine.guard, diagrams.negate(each)) is diagrams.false
            if is_true and _own_answer(machine, each) is not diagrams.false:
                yield each


def _own_answer(machine: Machine, test: Diagram) -> Diagram:
    """The guard under which the element that stands for others answers a test, whatever the last one is, where both are
    there; never, where that one can't do so as well."""
    known = {number: _elements_of(machine.diagrams.decisions[number]) for number in decisions(test)}
    test = machine.diagrams.restrict(
        test, lambda number: isinstance(machine.diagrams.decisions[number], Exists) or None
    )
    ends = [{number for number, found in known.items() if end in found} for end in (EARLIER, LAST)]
    own, other = _whatever(machine, test, ends[1] - ends[0]), _whatever(machine, test, ends[0])
    return own if ends[0] and other is not machine.diagrams.false else machine.diagrams.false


def _whatever(machine: Machine, test: Diagram, numbers: set[int]) -> Diagram:
    """The guard under which a test is true whatever some decisions are."""
    for number in numbers:
        sides = (machine.diagrams.restrict(test, {number: answer}.get) for answer in (True, False))
        test = machine.diagrams.both(*sides)
    return test


def _elements_of(decision: Any) -> set[str]:
    """The elements that a decision is about, by the ends of the containers that they stand at."""
    within = (part for value in values_of(decision) for part in all_within(value, (Computed, Structure)))
    return {
        segment for part in within if isinstance(part, Input) for segment in part.path if segment in (EARLIER, LAST)
    }
