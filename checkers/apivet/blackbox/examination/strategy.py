"""All experiments on one strategy, and what came of each rule."""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.asked import settled, trials
from apivet.blackbox.examination.cases import written
from apivet.blackbox.examination.repeating import AGAIN, seen_again
from apivet.blackbox.examination.series import run_series
from apivet.blackbox.examination.shrinking import shrink
from apivet.blackbox.examination.stateful import run_sequences
from apivet.blackbox.examination.unobserved_gates import why_unobserved
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.properties.trial import HookTrial, Observed, Violation
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.replay import trials_again
from apivet.blackbox.rig.running import HookCall, Rig
from apivet.vocabulary import CREATE, UPDATE

Key = tuple[str, "str | None"]
#: The refusal of a flag, which is given no object.
_RAISES: Final = "it raises"


class Result(Struct, frozen=True):
    """The observations of each rule, and the first error that kept something from being tried: then nothing but
    violations that were seen is reported."""

    observations: list[Observation]
    failure: Exception | None = None


def examine(rig: Rig, tell: Callable[[str], object] = lambda rule: None) -> Result:
    """Try everything; a rule that was seen broken in a field is not tried there again. ``tell`` hears which rule is
    being tried. What was seen before something went wrong was seen all the same."""
    examination = _Examination(rig)
    try:
        examination.take_all(tell)
    except MemoryError:
        raise
    except Exception as error:
        examination.failure = examination.failure or error
    seen = settled(rig, examination.observations())
    if examination.failure is not None:
        seen = [each for each in seen if each.verdict == "violated"]
    return Result(seen, examination.failure)


class _Tally(Struct):
    hook: str
    by_hook: dict[str, Counter[Observed]] = field(default_factory=lambda: defaultdict(Counter))
    violation: Violation | None = None
    trial: HookTrial | None = None
    #: The calls that came before the violation.
    latest: list[HookCall] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    hooks: dict[str, None] = field(default_factory=dict)

    @property
    def answers(self) -> Counter[Observed]:
        """The answers of all hooks."""
        return sum(self.by_hook.values(), Counter())

    @property
    def tried(self) -> int:
        """The number of runs, or of pairs of runs."""
        return sum(self.answers.values()) + (self.violation is not None)

    @property
    def stored(self) -> int:
        """The number of trials in which something was stored."""
        return self.tried - self.answers[Observed.REFUSED]

    @property
    def effective(self) -> int:
        """The number of trials that could have shown a violation."""
        return self.answers[Observed.HOLDS] + (self.violation is not None)


class _Examination:
    """Puts questions, and keeps the answers by rule and field."""

    def __init__(self, rig: Rig) -> None:
        self.failure: Exception | None = None
        self._rig = rig
        self._tallies: dict[Key, _Tally] = {}

    def take_all(self, tell: Callable[[str], object]) -> None:
        """Put all the questions that there are; of a further piece of the same strategy, those of its sequences and
        cases."""
        current = ""
        for trial in trials(self._rig) if not self._rig.assignment.first_sequence else ():
            if trial.rule != current:
                current = trial.rule
                tell(current)
            self.take(trial)
        for text in self._rig.assignment.cases:
            tell("a case of an earlier run")
            for trial in trials_again(self._rig, text):
                self.take(trial)
        tell("a sequence of updates")
        run_sequences(self._rig, self.take)
        if not self._rig.assignment.first_sequence:
            tell("a long series of calls")
            run_series(self._rig, self.take)

    def take(self, trial: HookTrial) -> None:
        """Put a question, unless its rule was seen to be broken: then nothing more is asked about it and this field."""
        tally = self._tally(trial)
        if tally.violation is not None:
            return
        result = trial.answer(self._rig)
        if isinstance(result, Violation):
            tally.violation, tally.trial, tally.hook = result, trial, trial.hook
            tally.latest = self._rig.latest()
            return
        tally.by_hook[trial.hook][result] += 1
        if result in (Observed.REFUSED, Observed.ALONE) and not tally.refusals.get(trial.hook):
            tally.refusals[trial.hook] = self._refusal(trial)

    def _refusal(self, trial: HookTrial) -> str:
        """The message of the hook where it refuses an object, or the second caller's."""
        given = trial.given
        if given.obj is None:  # a flag is asked of no object
            return _RAISES
        for obj in (given.obj, given.twin):
            with ANSWERS.given(given.context):
                refusal = "" if obj is None else self._rig.run(trial.hook, obj, given.old, given.gates).refusal
            if refusal:
                return " ".join(refusal.split())[:200]
        return ""

    def _tally(self, trial: HookTrial) -> _Tally:
        key = trial.rule, trial.field
        found = self._tallies.get(key)
        if found is None:
            found = self._tallies[key] = _Tally(trial.hook)
        if trial.given.obj is not None:
            found.hooks[trial.hook] = None
        return found

    def observations(self) -> list[Observation]:
        """Observations of the rules, in the order in which they were first asked about."""
        return [self._observation(key, tally) for key, tally in self._tallies.items() if self._is_asked(tally)]

    def _is_asked(self, tally: _Tally) -> bool:
        """Whether there is anything to say: not of hooks that ask for no gate, over objects that have none."""
        if tally.violation is not None or set(tally.answers) != {Observed.UNASKED}:
            return True
        return bool(self._rig.assignment.gated)

    def _observation(self, key: Key, tally: _Tally) -> Observation:
        rule, name = key
        seen = Observation(
            rule, name, "unproven", "", tally.hook, "", tally.tried, tally.stored, effective=tally.effective
        )
        unobserved = why_unobserved(self._rig, rule, name)
        if unobserved:
            return replace(seen, detail=unobserved)
        if tally.violation is not None and tally.trial is not None:
            return self._violated(seen, tally.violation, tally.trial, tally.latest)
        seen = replace(seen, unrun=tuple(self._rig.never_ran(tally.hooks)))
        verdict, detail = _without_violation(tally)
        return replace(seen, verdict=verdict, detail=detail)

    def _violated(
        self, seen: Observation, violation: Violation, trial: HookTrial, latest: list[HookCall]
    ) -> Observation:
        """A violation, as small as it gets; what is not seen each time stays as it is, and what is never seen again
        proves nothing."""
        again, trial = seen_again(self._rig, trial, latest)
        times = 1 + again
        if times == 1:
            detail = f"flaky: it was seen once, and in none of {AGAIN} more runs: {violation.detail}"
            return replace(seen, detail=detail, effective=seen.effective - 1)
        is_certain = times == 1 + AGAIN
        smallest = shrink(self._rig, trial, violation) if is_certain else trial
        series = trial.given.series
        with contextlib.suppress(Exception):
            result = smallest.answer(self._rig)
            violation = result if isinstance(result, Violation) else violation
        return replace(
            seen,
            field=violation.field or seen.field,
            verdict="violated",
            detail=f"{violation.detail}, after {series:,} calls" if series else violation.detail,
            # A case of so many calls convinces nobody, and one of fewer shows nothing.
            case="" if series else _written(self._rig, smallest, seen.rule, violation.detail),
            flaky="" if is_certain else f"{times} of {1 + AGAIN}",
        )


def _written(rig: Rig, trial: HookTrial, rule: str, detail: str) -> str:
    """The case as Python; nothing where it can't be written down."""
    try:
        return written(rig, trial, rule, detail)
    except Exception:
        return ""


def _without_violation(tally: _Tally) -> tuple[str, str]:
    """The verdict, which holds where each operation has been seen to keep the rule, and the reason for another."""
    every = tally.answers
    for answer, reason in _UNTOLD.items():
        if every[answer]:
            return "unproven", reason
    shown = {hook for hook, answers in tally.by_hook.items() if answers[Observed.HOLDS]}
    for hook, answers in tally.by_hook.items():
        if hook not in shown and any(answer is not Observed.UNASKED for answer in answers):
            prefix = f"{_OPERATIONS.get(hook, hook)}: " if shown else ""
            return "unproven", prefix + _why_untold(answers, tally.refusals.get(hook, ""))
    if shown:
        return "holds", ""
    return "unproven", "the hooks ask for no gate, so none could be turned"


#: Answers that keep a rule from being seen to hold, each with the reason.
_UNTOLD: Final = {
    Observed.UNDECIDED: "part of the old value is cleared, which a server may choose to do",
    Observed.OTHER_USE: "whether it is dropped depends on a field of the stored object that does not carry the gate",
    Observed.OTHER_CONTEXT: "whether it is dropped depends on the request's context, "
    "which may be a gate by another name",
    Observed.STAND_IN: "what a stand-in for the request's context answers is stored, and it can't be seen what a "
    "request's own would",
    Observed.MEMBER: "it can't be told whether only one of the fields beside the gated one may be set",
    Observed.ALTERED: "the old object's spec is changed, and it can't be seen whether before it is compared",
}
_OPERATIONS: Final = {CREATE: "of creates", UPDATE: "of updates"}


def _why_untold(answers: Counter[Observed], told: str) -> str:
    if told == _RAISES:
        return f"it has no value that could be looked at: {told}"
    refusal = told or "the hook refuses every object"
    if answers[Observed.ALONE]:
        return f"of what differs in it, the hook stores nothing that could be compared: {refusal}"
    if answers[Observed.IDLE]:
        return "no run came to what the rule speaks of" + (f"; what would have is refused: {told}" if told else "")
    return f"nothing was ever stored: {refusal}"
