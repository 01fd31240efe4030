"""Verdicts that hang on a condition of which nobody can tell what it has to do with a gate (contract section 5).

A gate that can't be told (``enabled(self.gate)``, ``ctx.gate``, the environment), one that nobody registers, and the
use of a field that does not carry the gate are *open*: a violation counts only if there is one whatever such a
condition says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from apivet.conventions.limits import OPEN_CONDITIONS
from apivet.conventions.opaque_conditions import parts
from apivet.conventions.rulings import HOLDS, Answer, ask, reason
from apivet.conventions.subject import HookRun, Subject
from apivet.conventions.witness import describe, name_value
from apivet.effects.decided import UndecidedError
from apivet.effects.diagrams import leaves
from apivet.effects.outcome import Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    CALLER,
    OLD,
    UNKNOWN_ROOT,
    Catches,
    Computed,
    Decision,
    GateOn,
    Input,
    Path,
    Raises,
    SomeGateOn,
    Structure,
    Unseen,
    values_of,
)
from apivet.effects.view import View
from apivet.verdicts import Verdict

Assuming = dict[Decision, bool]
#: Why a decision is open, or nothing.
Openness = Callable[[Decision, bool], "str | None"]


class OpenCase(Struct, frozen=True):
    """A question about what a hook stores at a place, and what is taken for granted where it is asked."""

    trial: HookRun
    question: Callable[[View], Answer]
    assuming: Assuming
    place: Path


class WorstAnswer(Struct, frozen=True):
    """The worst answer, with the trial and the decisions that lead to it, if there are any."""

    answer: Answer
    trial: HookRun | None = None
    assumptions: Assumptions | None = None


def worst(cases: Iterable[OpenCase], why_open: Openness) -> WorstAnswer:
    """The worst answer over all cases; a violation that hangs on an open condition is unproven."""
    return _worst(list(cases), why_open, {})


def _worst(cases: list[OpenCase], why_open: Openness, given: Assuming) -> WorstAnswer:
    pending: WorstAnswer | None = None
    for case in cases:
        if any(given.get(decision, answer) is not answer for decision, answer in case.assuming.items()):
            continue
        if case.trial.outcome is None:
            blocked = Answer(Verdict.UNPROVEN, case.trial.blocked or "", is_exhausted=case.trial.is_exhausted)
            pending = pending or WorstAnswer(blocked, case.trial)
            continue
        supposed = {**case.assuming, **_told_in(case.trial.outcome, given)}
        answer, assumptions = ask(case.trial.outcome, case.question, supposed)
        if answer.verdict is Verdict.VIOLATED and assumptions is not None:
            found = WorstAnswer(answer, case.trial, assumptions)
            return _unless_open(cases, case, found, why_open, given)
        if answer.verdict is Verdict.UNPROVEN and pending is None:
            pending = WorstAnswer(answer, case.trial)
    return pending or WorstAnswer(HOLDS)


def _told_in(outcome: Outcome, given: Assuming) -> Assuming:
    """The answers that say something where another hook is run: what is unseen in one is nothing that the other has."""
    asked = outcome.machine.diagrams.open_decisions() if given else frozenset()
    return {
        decision: answer
        for decision, answer in given.items()
        if decision in asked
        or all(isinstance(value, Input) and value.root != UNKNOWN_ROOT for value in values_of(decision))
    }


def _unless_open(
    cases: list[OpenCase], case: OpenCase, found: WorstAnswer, why_open: Openness, given: Assuming
) -> WorstAnswer:
    """A violation, where one is left whatever the open conditions say that lead to it."""
    assert found.assumptions is not None
    for decision, answer in found.assumptions.answers.items():
        if decision in given or _is_about_what_is_stored(case, found.assumptions, decision):
            continue
        reason = why_open(decision, answer)
        if reason is None:
            continue
        if len(given) >= OPEN_CONDITIONS:
            return WorstAnswer(Answer(Verdict.UNPROVEN, reason), case.trial)
        for state in (not answer, answer):
            supposed = {**given, decision: state}
            if _is_never_stored(case, supposed):
                continue
            if _worst(cases, why_open, supposed).answer.verdict is not Verdict.VIOLATED:
                return WorstAnswer(Answer(Verdict.UNPROVEN, reason), case.trial)
        return found
    return found


def _is_about_what_is_stored(case: OpenCase, assumptions: Assumptions, decision: Decision) -> bool:
    """Whether a decision is about the old value that is stored in the field, or about what that lies in: it is then no
    condition on another field."""
    outcome = case.trial.outcome
    assert outcome is not None
    try:
        stored = View(outcome, assumptions, outcome.machine.diagrams.true, True).stored(case.place)
    except UndecidedError:
        return False
    about = values_of(decision)
    return isinstance(stored, Input) and any(
        isinstance(value, Input) and value.root == stored.root and stored.path[: len(value.path)] == value.path
        for value in about
    )


def _is_never_stored(case: OpenCase, supposed: Assuming) -> bool:
    """Whether nothing is stored at all in a case where more is supposed: the condition only says what is refused."""
    assert case.trial.outcome is not None
    if any(supposed.get(decision, answer) is not answer for decision, answer in case.assuming.items()):
        return False
    return not case.trial.outcome.ask(lambda view: True, {**case.assuming, **supposed}, settles=bool).answers


# ------------------------------------------------------------------------------------------------- what can't be told


def why_untold(subject: Subject, decision: Decision, answer: bool) -> str | None:
    """Why a decision may be that of a gate, for all that can be told; nothing where it is none for certain."""
    if isinstance(decision, GateOn):
        if subject.program.knows_gates and not subject.program.is_gate_name(decision.gate):
            return f"the gate {decision.gate} is registered nowhere"
        if decision.once is not None:
            where = decision.once.shown
            return (
                f"the gate {decision.gate} is asked for once, at {where}, not while the hook runs: it may be set since"
            )
        return None
    if isinstance(decision, SomeGateOn):
        asked = decision.asked
        named = asked.reason if isinstance(asked, Unseen) else name_value(asked)
        return f"it can't be told which gate is meant by {named}"
    if isinstance(decision, (Raises, Catches)):
        return None
    elsewhere = [value for value in values_of(decision) if _is_from_elsewhere(value)]
    if not elsewhere:
        return None
    hidden = next((source for value in elsewhere for source in _sources(value) if isinstance(source, Unseen)), None)
    if hidden is not None:
        return f"it can't be told whether a gate decides here: {reason(hidden)}"
    return f"it can't be told whether a gate decides that {describe(decision, answer)}"


def is_of_the_world(value: object) -> bool:
    """Whether a value was computed of nothing that the program has at hand: the environment, the platform, the time."""
    return isinstance(value, Computed) and not list(_sources(value))


def _is_from_elsewhere(value: object) -> bool:
    """Whether a value is made of anything but the two objects: the context, the strategy's own state, the environment,
    what can't be seen through. What a library computes of neither comes from outside the program."""
    sources = list(_sources(value))
    if any(isinstance(source, Unseen) or source.root not in (CALLER, OLD) for source in sources):
        return True
    return is_of_the_world(value)


def _sources(value: object) -> Iterator[Input | Unseen]:
    """The sources of a settled value: parts of the hook's arguments, and what can't be seen through."""
    if isinstance(value, (Input, Unseen)):
        yield value
        return
    within = [*parts(value), value.base] if isinstance(value, Structure) else parts(value)
    for part in within:
        for leaf in leaves(part):
            yield from _sources(leaf.value)
