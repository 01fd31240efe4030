"""All experiments on one strategy, and what came of each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from apivet.blackbox.experiments import settled, trials
from apivet.blackbox.experiments.trial import Answer, Trial, Violation
from apivet.blackbox.laboratory import Laboratory
from apivet.blackbox.observations import Observation
from apivet.blackbox.sequences import wander
from apivet.blackbox.shrinking import shrink
from apivet.blackbox.unheard import why_unheard

Key = tuple[str, "str | None"]


def examine(lab: Laboratory, tell: Callable[[str], object] = lambda rule: None) -> list[Observation]:
    """Try everything; a rule that was seen broken in a field is not tried there again. ``tell`` hears which rule is
    being tried."""
    examination = _Examination(lab)
    current = ""
    for trial in trials(lab):
        if trial.rule != current:
            current = trial.rule
            tell(current)
        examination.take(trial)
    tell("a sequence of updates")
    wander(lab, examination)
    return settled(examination.observations())


@dataclass
class _Tally:
    hook: str
    answers: Counter[Answer] = field(default_factory=Counter)
    violation: Violation | None = None
    trial: Trial | None = None
    refusal: str = ""


class _Examination:
    """Puts questions, and keeps the answers by rule and field."""

    def __init__(self, lab: Laboratory) -> None:
        self._lab = lab
        self._tallies: dict[Key, _Tally] = {}

    def take(self, trial: Trial) -> None:
        """Put a question once and for all."""
        violation = self.ask(trial)
        if violation is not None:
            self.settle(trial, violation)

    def ask(self, trial: Trial) -> Violation | None:
        """Put a question; a violation is not noted, as there may be a simpler one of the same kind."""
        tally = self._tally(trial)
        if tally.violation is not None:
            return None
        result = trial.check(self._lab, trial.given)
        if isinstance(result, Violation):
            return result
        tally.answers[result] += 1
        if result is Answer.REFUSED and not tally.refusal:
            given = trial.given
            asked_of_no_object = given.obj is None  # a flag
            seen = None if asked_of_no_object else self._lab.run(trial.hook, given.obj, given.old, given.gates)
            tally.refusal = "it raises" if seen is None else " ".join(seen.refusal.split())[:200]
        return None

    def settle(self, trial: Trial, violation: Violation) -> None:
        """A rule is broken: nothing more is asked about it and this field."""
        tally = self._tally(trial)
        tally.violation, tally.trial, tally.hook = violation, trial, trial.hook

    def _tally(self, trial: Trial) -> _Tally:
        key = trial.rule, trial.field
        found = self._tallies.get(key)
        if found is None:
            found = self._tallies[key] = _Tally(trial.hook)
        return found

    def observations(self) -> list[Observation]:
        """What came of it, in the order in which it was first asked."""
        return [self._observation(key, tally) for key, tally in self._tallies.items()]

    def _observation(self, key: Key, tally: _Tally) -> Observation:
        rule, name = key
        tried = sum(tally.answers.values()) + (tally.violation is not None)
        stored = tried - tally.answers[Answer.REFUSED]
        unheard = why_unheard(self._lab, rule, name)
        if unheard:
            return Observation(rule, name, "unproven", unheard, tally.hook, "", tried, stored)
        if tally.violation is None or tally.trial is None:
            verdict, detail = _without_violation(tally)
            return Observation(rule, name, verdict, detail, tally.hook, "", tried, stored)
        smallest = shrink(self._lab, tally.trial)
        result = smallest.check(self._lab, smallest.given)
        found = result if isinstance(result, Violation) else tally.violation
        from apivet.blackbox.cases import written

        case = written(self._lab, smallest, rule, found.detail)
        return Observation(rule, found.field or name, "violated", found.detail, tally.hook, case, tried, stored)


def _without_violation(tally: _Tally) -> tuple[str, str]:
    if tally.answers[Answer.UNDECIDED]:
        return "unproven", "part of the old value is cleared, which a server may choose to do"
    if tally.answers[Answer.HOLDS]:
        return "holds", ""
    if tally.answers[Answer.IDLE]:
        return "unproven", "no run came to what the rule speaks of"
    return "unproven", f"nothing was ever stored: {tally.refusal or 'the hook refuses every object'}"
