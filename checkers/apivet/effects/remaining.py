"""Values of a declared type that the decisions of a view leave possible, where these are few."""

from __future__ import annotations

from apivet.effects import value_kinds
from apivet.effects.decided import Decided
from apivet.effects.declared import may_be_none
from apivet.effects.values import Constant, Input, IsNone, Member, Same, Truthy


def remaining(view: Decided) -> dict[Input, frozenset[object]]:
    """For each value that decisions were taken on, and that can only be one of a few: those that are left."""
    given = {_asked_of(decision) for decision in view.assumptions.answers}
    found = {value: left_of(view, value) for value in given if isinstance(value, Input)}
    return {value: left for value, left in found.items() if left is not None}


def left_of(view: Decided, given: Input) -> frozenset[object] | None:
    """The values that are left of one that was given; ``None`` where these are not few, or nothing was decided."""
    every = _every(view, given)
    if every is None:
        return None
    machine = view.outcome.machine
    left = None
    for decision, answer in view.assumptions.answers.items():
        if _asked_of(decision) != given:
            continue
        if isinstance(decision, Same) and isinstance(decision.right, (Constant, Member)):
            told = value_kinds.values_of(machine, decision.right) or every
            allowed = told if answer else every - told if len(told) == 1 else every
        elif isinstance(decision, IsNone):
            allowed = frozenset((None,)) if answer else every - {None}
        elif isinstance(decision, Truthy) and value_kinds.zero_of(machine, given) is not None:
            allowed = frozenset(value for value in every if bool(value) is answer)
        else:
            continue
        left = (every if left is None else left) & allowed
    return left


def _asked_of(decision: object) -> object:
    """The value that a decision is about; of an equality, its left side."""
    return decision.left if isinstance(decision, Same) else getattr(decision, "value", None)


def _every(view: Decided, given: Input) -> frozenset[object] | None:
    """All that a value can be: a number or a text that is not true is a zero."""
    machine = view.outcome.machine
    every = value_kinds.values_of(machine, given)
    zero = value_kinds.zero_of(machine, given) if every is None and view.knows(Truthy(given)) is False else None
    if zero is None:
        return every
    return frozenset((zero.value, None) if may_be_none(machine, given) else (zero.value,))


def is_constant(view: Decided, given: Input, constant: Constant | Member) -> bool:
    """Whether something that was given can only be one value any more: this one."""
    left = left_of(view, given)
    return left is not None and len(left) == 1 and left == value_kinds.values_of(view.outcome.machine, constant)


def have_one_value(view: Decided, left: Input, right: Input) -> bool:
    """Whether two things that were given can only be one value any more, and the same."""
    machine = view.outcome.machine
    found = view.constant(left)
    if found is not None and found == view.constant(right):
        return True
    if not (_every(view, left) and _every(view, right) and value_kinds.may_be_equal(machine, left, right)):
        return False
    left_over = left_of(view, left)
    return left_over is not None and len(left_over) == 1 and left_over == left_of(view, right)
