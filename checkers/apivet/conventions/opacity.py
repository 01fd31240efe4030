"""Conditions that can't be seen through, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.effects.diagrams import Diagram, Leaf, decisions, leaves
from apivet.effects.identity import IDENTITY
from apivet.effects.outcome import Outcome
from apivet.effects.values import (
    Blank,
    Computed,
    Decision,
    Exists,
    GateOn,
    IsA,
    IsNone,
    Same,
    Structure,
    Truthy,
    Unseen,
)
from apivet.effects.view import View


def hidden_in(view: View, decision: Decision) -> Iterator[object]:
    """The values that a decision is about, where nobody can tell what it says of what they were made of."""
    values = values_of(decision)
    if isinstance(decision, IsA) or any(is_opaque(view, value) for value in values):
        yield from values


def is_opaque(view: View, value: object) -> bool:
    """Whether nobody knows what sets a value apart from another: it is unseen or computed, a container that the hook
    made of what it was given, or has such a part."""
    if isinstance(value, Computed) and value.operator == IDENTITY:
        return False  # equal texts may be one or two, whatever they are
    if not isinstance(value, Structure):
        return isinstance(value, (Unseen, Computed))
    if isinstance(value.base, Leaf) and isinstance(value.base.value, Blank):
        return True
    return any(is_opaque(view, view.leaf(own)) for _, own in value.fields)


def decided_within(outcome: Outcome, value: object) -> set[Decision]:
    """The decisions on which it depends what a value was made of."""
    found: set[Decision] = set()
    for part in _parts(value):
        found |= decided_by(outcome, part)
        for leaf in leaves(part):
            found |= decided_within(outcome, leaf.value)
    return found


def decided_by(outcome: Outcome, value: Diagram) -> set[Decision]:
    """The decisions by which one of several values is chosen."""
    known = outcome.machine.diagrams.decisions
    return {known[number] for number in decisions(value)}  # type: ignore[misc]


def gates_deciding(outcome: Outcome, value: Diagram) -> set[str]:
    """The gates by which one of several values is chosen."""
    return {decision.gate for decision in decided_by(outcome, value) if isinstance(decision, GateOn)}


def values_of(decision: Decision) -> tuple[object, ...]:
    """What a decision is about."""
    if isinstance(decision, Same):
        return decision.left, decision.right
    if isinstance(decision, Exists):
        return (decision.container,)
    return (decision.value,) if isinstance(decision, (Truthy, IsNone, IsA)) else ()


def _parts(value: object) -> Iterator[Diagram]:
    if isinstance(value, (Computed, Unseen)):
        yield from value.operands
    elif isinstance(value, Structure):
        yield from (own for _, own in value.fields)
        for _, present, own in value.entries or ():
            yield from (present, own)
