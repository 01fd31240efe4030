"""Hooks that fail where they stored something before a change: no rule has anything against one that stores nothing."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from apivet.conventions.declarative import HookSubject
from apivet.effects.diagrams import Leaf
from apivet.effects.outcome import Outcome
from apivet.effects.values import Computed, Constant, Decision, GateOn, Input, values_of
from apivet.effects.view import View
from apivet.fixes.proposal import Case


def outcomes(case: Case) -> dict[str, Outcome]:
    """The outcomes of the hooks that a finding is about, by their notions, as far as they can be followed."""
    subject = case.strategy or case.registered
    if subject is None:
        return {}
    notions = (subject.notion,) if isinstance(subject, HookSubject) else subject.hooks
    found = {notion: subject.trial(notion).outcome for notion in notions}
    return {notion: outcome for notion, outcome in found.items() if outcome is not None}


def fail_anew(before: Mapping[str, Outcome], now: Mapping[str, Outcome]) -> bool:
    """Whether one of these hooks stores nothing now, on a way on which it stored something."""
    return any(_fails_anew(outcome, now[notion]) for notion, outcome in before.items() if notion in now)


def _fails_anew(before: Outcome, now: Outcome) -> bool:
    decisions: dict[int, Decision] = before.machine.diagrams.decisions  # type: ignore[assignment]
    asked = {_by_itself(each): each for each in decisions.values()}

    def fails(view: View) -> bool:
        """Whether something was stored on a way on which nothing is; nobody can tell where both runs of the hook may
        mean different things by what is decided there."""
        taken = {_by_itself(decision): answer for decision, answer in view.assumptions.answers.items()}
        same = {asked[each]: answer for each, answer in taken.items() if each in asked}
        return None not in taken and not before.is_refused(same)

    return any(failing for failing, _ in now.failing().ask(fails, settles=bool).answers)


def _by_itself(decision: Decision) -> Hashable:
    """A decision as any run of the hook has it; ``None`` for one that is about more than what the hook is given."""
    if isinstance(decision, GateOn):
        return decision.gate if decision.once is None else None
    values = tuple(map(_value_by_itself, values_of(decision)))
    more = getattr(decision, "key", ""), getattr(decision, "type", "")
    return (type(decision), values, more) if values and all(values) else None


def _value_by_itself(value: object) -> Hashable:
    if isinstance(value, Computed):
        operands = tuple(_value_by_itself(each.value) if isinstance(each, Leaf) else None for each in value.operands)
        return (value.operator, operands) if all(operands) else None
    return value if isinstance(value, (Input, Constant)) else None
