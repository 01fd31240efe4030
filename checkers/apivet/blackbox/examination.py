"""All experiments on one strategy, and what came of each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from apivet.blackbox.experiments import generation, trials
from apivet.blackbox.experiments.trial import Answer, Trial, Violation
from apivet.blackbox.laboratory import Laboratory
from apivet.blackbox.shrinking import shrink

Key = tuple[str, "str | None"]


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of one rule about one field: ``verdict`` is as in the contract, ``detail`` what was seen or why
    nothing was, ``case`` the smallest failing case as runnable Python. ``hook`` is what is to blame: a hook, or a
    conversion by its dotted name; ``through`` is what has the finding instead, where it only calls what is to blame."""

    rule: str
    field: str | None
    verdict: str
    detail: str
    hook: str
    case: str
    tried: int
    stored: int
    through: str = ""


@dataclass
class _Tally:
    hook: str
    answers: Counter[Answer] = field(default_factory=Counter)
    violation: Violation | None = None
    trial: Trial | None = None
    refusal: str = ""


def examine(lab: Laboratory, tell: Callable[[str], object] = lambda rule: None) -> list[Observation]:
    """Try everything; a rule that was seen broken in a field is not tried there again. ``tell`` hears which rule is
    being tried."""
    tallies: dict[Key, _Tally] = {}
    current = ""
    for trial in trials(lab):
        if trial.rule != current:
            current = trial.rule
            tell(current)
        key = (trial.rule, trial.field)
        tally = tallies.setdefault(key, _Tally(trial.hook))
        if tally.violation is not None:
            continue
        result = trial.check(lab, trial.given)
        if isinstance(result, Violation):
            tally.violation, tally.trial, tally.hook = result, trial, trial.hook
        else:
            tally.answers[result] += 1
            if result is Answer.REFUSED and not tally.refusal:
                tally.refusal = lab.run(trial.hook, trial.given.obj, trial.given.old, trial.given.gates).refusal
    return [observation for key, tally in tallies.items() for observation in _observations(lab, key, tally)]


def _observations(lab: Laboratory, key: Key, tally: _Tally) -> list[Observation]:
    rule, name = key
    tried = sum(tally.answers.values()) + (tally.violation is not None)
    stored = tried - tally.answers[Answer.REFUSED]
    if tally.violation is not None and tally.trial is not None:
        smallest = shrink(lab, tally.trial)
        result = smallest.check(lab, smallest.given)
        found = result if isinstance(result, Violation) else tally.violation
        if rule == generation.BUMPED:
            rule = generation.diagnosis(lab, smallest.given)
        from apivet.blackbox.cases import written

        case = written(lab, smallest, rule, found.detail)
        broken = Observation(rule, found.field or name, "violated", found.detail, tally.hook, case, tried, stored)
        return [broken, *_further(broken, tally, tried, stored)]
    verdict, detail = _without_violation(tally)
    seen = Observation(rule, name, verdict, detail, tally.hook, "", tried, stored)
    return [seen, *_further(seen, tally, tried, stored)]


def _further(seen: Observation, tally: _Tally, tried: int, stored: int) -> list[Observation]:
    """The updates of one experiment decide three rules at once."""
    family = (generation.BUMPED, generation.UNCHANGED, generation.EARLY)
    if seen.rule not in family:
        return []
    verdict = "holds" if seen.verdict == "violated" else seen.verdict
    detail = "" if verdict == "holds" else seen.detail
    return [
        Observation(rule, seen.field, verdict, detail, tally.hook, "", tried, stored)
        for rule in family
        if rule != seen.rule
    ]


def _without_violation(tally: _Tally) -> tuple[str, str]:
    if tally.answers[Answer.UNDECIDED]:
        return "unproven", "part of the old value is cleared, which a server may choose to do"
    if tally.answers[Answer.HOLDS]:
        return "holds", ""
    return "unproven", f"nothing was ever stored: {tally.refusal or 'the hook refuses every object'}"
