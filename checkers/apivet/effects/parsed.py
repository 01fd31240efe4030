"""Texts that were made whole numbers: from there on they are texts of numbers, and no others."""

from __future__ import annotations

from typing import Any

from apivet.effects.diagrams import Diagram, Leaf, decisions
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Input, Same
from apivet.program.failures import FailureKind


def refuse(machine: Machine, given: Diagram) -> None:
    """Refuse a text where it equals, on this way, one of no number."""
    text = _text(given)
    for number in sorted(decisions(machine.guard)) if text is not None else ():
        decision = machine.diagrams.decisions[number]
        if isinstance(decision, Same) and text in (decision.left, decision.right):
            if _is_no_number(decision.right if decision.left == text else decision.left):
                machine.fail(machine.diagrams.decide(decision), FailureKind.WRONG_VALUE, (given,))


def note(machine: Machine, given: Diagram, before: Diagram) -> None:
    """Remember that a text was taken for one of a number, on this way, and refused on the others from ``before``."""
    text = _text(given)
    if text is not None:
        refused = machine.diagrams.both(before, machine.diagrams.negate(machine.guard))
        machine.parsed += [(text, True, machine.guard), (text, False, refused)]


def is_excluded(machine: Machine, text: Any, other: Any) -> bool:
    """Whether a text was taken for one of a number on every way to here, and the other is none; or the reverse."""
    if not machine.parsed or not isinstance(other, Constant) or not isinstance(other.value, str):
        return False
    return any(
        asked == text
        and is_number is _is_no_number(other)
        and machine.diagrams.both(machine.guard, machine.diagrams.negate(where)) is machine.diagrams.false
        for asked, is_number, where in machine.parsed
    )


def _text(given: Diagram) -> Input | None:
    return given.value if isinstance(given, Leaf) and isinstance(given.value, Input) else None


def _is_no_number(value: Any) -> bool:
    if not isinstance(value, Constant) or not isinstance(value.value, str):
        return False
    try:
        int(value.value)
    except ValueError:
        return True
    return False
