"""The ledger of a resource: each exchange goes by all judges, and what they say adds up to verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, field

from apivet.live.exchanges import Exchange, story
from apivet.live.paths import Path, field_name
from apivet.live.rules.judging import Breach, Judge, JudgedExchange
from apivet.live.survey import LiveSubject
from apivet.verdicts import Finding, Judgement, Location, Trials, Verdict, WitnessStep

EVIDENCE: Final = ("live",)
#: How often a violation is tried again.
_AGAIN: Final = 3
#: How many violations of a rule are looked at with the one change alone.
_MOST_SHRUNK: Final = 5
NOWHERE: Final = Location("", 0)
#: Refusals that tell most: what was to change is not to be changed at all.
_FIXED: Final = re.compile(
    r"immutab|read-?only|(?:not|never|n't) (?:be )?(?:chang|updat|modif|edit|alter)", re.IGNORECASE
)

#: Sends the same trial again.
Repeat = Callable[[], "Exchange | None"]
#: Sends the trial with the change at one path alone, where it has several.
Alone = Callable[[Path], "Exchange | None"]


class SeenBreach(Struct, frozen=True):
    """A breach, with the exchange that shows it, and how often it was seen where that was not always."""

    breach: Breach
    exchange: Exchange
    flaky: str = ""


class Account(Struct):
    """The evidence that the exchanges gave for one rule, or for its part about one field."""

    judge: Judge
    trials: Trials = field(default_factory=Trials)
    violations: dict[str, SeenBreach] = field(default_factory=dict)
    #: Whether each exchange that could have shown a violation has, at each of its leaves.
    is_total: bool = True
    refusals: list[str] = field(default_factory=list)
    reason: str = ""
    doubts: list[str] = field(default_factory=list)


class Ledger:
    """The accounts of one resource, for each rule that applies to it."""

    def __init__(self, subject: LiveSubject, judges: Iterable[Judge]) -> None:
        self.subject = subject
        self.accounts = [Account(judge) for judge in judges if judge.applies(subject)]

    def enter(self, exchange: Exchange, repeat: Repeat, alone: Alone = lambda path: None) -> None:
        """Let all judges look at an exchange. What breaks a rule is sent again, to see whether it always does, and with
        fewer changes, to see what it takes."""
        for account in self.accounts:
            if not account.judge.asks(exchange):
                continue
            if not exchange.is_accepted and not account.judge.takes_refusals:
                account.trials += Trials(tried=1)
                account.refusals.append(exchange.request.answer.words)
                continue
            judged = account.judge.look(exchange)
            if not exchange.is_accepted and not judged.effective:
                account.refusals.append(exchange.request.answer.words)
            account.trials += Trials(1, 1, int(judged.effective))
            if judged.effective:
                account.is_total &= len(judged.breaches) >= judged.candidates
            if judged.breaches:
                self._confirm(account, exchange, judged, repeat, alone)

    def _confirm(
        self, account: Account, exchange: Exchange, judged: JudgedExchange, repeat: Repeat, alone: Alone
    ) -> None:
        names = {field_name(breach.path): breach for breach in judged.breaches}
        new = {name: breach for name, breach in names.items() if name not in account.violations}
        if not new:
            return
        seen = dict.fromkeys(new, 1)
        for _ in range(_AGAIN):
            again = repeat()
            if again is None or not (again.is_accepted or account.judge.takes_refusals):
                continue
            broken = {field_name(breach.path) for breach in account.judge.look(again).breaches}
            for name in broken & set(new):
                seen[name] += 1
        for name, breach in new.items():
            if seen[name] == 1:
                account.doubts.append(name)
                continue
            flaky = "" if seen[name] == _AGAIN + 1 else f"{seen[name]} of {_AGAIN + 1}"
            violation = SeenBreach(breach, exchange, flaky)
            may_shrink = len(account.violations) < _MOST_SHRUNK
            account.violations[name] = _shrunk(account.judge, violation, alone) if may_shrink else violation

    def has(self, rule: str) -> bool:
        """Whether anything is asked about a rule."""
        return any(account.judge.rule == rule for account in self.accounts)

    def note(self, judge: Judge, trials: Trials, violation: SeenBreach | None = None, reason: str = "") -> None:
        """Enter what was found out otherwise than by looking at one exchange."""
        for account in self.accounts:
            if account.judge is judge:
                account.trials += trials
                account.reason = reason
                if violation is not None:
                    account.violations[judge.whole] = violation

    def give_up(self, reason: str, asks: Callable[[Judge], bool] = lambda judge: True) -> None:
        """Note why rules of which nothing is known yet could not be tried."""
        for account in self.accounts:
            if not account.trials.effective and not account.reason and asks(account.judge):
                account.reason = reason

    def drop(self, rule: str) -> None:
        """Note that a rule does not apply after all."""
        self.accounts = [account for account in self.accounts if account.judge.rule != rule]

    def judgements(self) -> list[Judgement]:
        """A row for each rule that applies."""
        rows = []
        for account in self.accounts:
            flaky = next((each.flaky for each in account.violations.values() if each.flaky), "")
            rows.append(
                Judgement(
                    str(self.subject.resource),
                    account.judge.rule,
                    _verdict(account),
                    account.judge.field,
                    EVIDENCE,
                    trials=account.trials,
                    flaky=flaky,
                )
            )
        return rows

    def findings(self) -> list[tuple[Finding, Exchange | None]]:
        """The violations, one a field, or one for all where nothing is as it should be; and what is unproven."""
        return [each for account in self.accounts for each in self._of(account)]

    def _of(self, account: Account) -> Iterable[tuple[Finding, Exchange | None]]:
        name, judge = str(self.subject.resource), account.judge
        violations = dict(sorted(account.violations.items()))
        if violations and (account.is_total or len(violations) == 1) and len(violations) > 0:
            whole = judge.whole if account.is_total or judge.field else next(iter(violations))
            violations = {whole: next(iter(violations.values()))}
        for where, violation in violations.items():
            about = judge.all_of_it if where == judge.whole and judge.all_of_it else where
            message = judge.message.replace("{field}", about)
            yield (
                Finding(
                    judge.rule,
                    Verdict.VIOLATED,
                    NOWHERE,
                    name,
                    message,
                    where,
                    evidence=EVIDENCE,
                    witness=tuple(WitnessStep("", 0, line) for line in _told(violation)),
                    flaky=violation.flaky,
                ),
                violation.exchange,
            )
        if _verdict(account) is Verdict.UNPROVEN:
            yield (
                Finding(
                    judge.rule, Verdict.UNPROVEN, NOWHERE, name, why_unproven(account), judge.field, evidence=EVIDENCE
                ),
                None,
            )


def _shrunk(judge: Judge, violation: SeenBreach, alone: Alone) -> SeenBreach:
    """The violation as the change of the one leaf alone shows it, where it does."""
    exchange = alone(violation.breach.path)
    if exchange is None or not exchange.is_accepted:
        return violation
    where = violation.breach.path
    same = [each for each in judge.look(exchange).breaches if each.path[: len(where)] == where[: len(each.path)]]
    return SeenBreach(Breach(where, same[0].note), exchange, violation.flaky) if same else violation


def _told(violation: SeenBreach) -> list[str]:
    return [*story(violation.exchange), violation.breach.note]


def _verdict(account: Account) -> Verdict:
    if account.violations:
        return Verdict.VIOLATED
    return Verdict.HOLDS if account.trials.effective and not account.doubts else Verdict.UNPROVEN


def why_unproven(account: Account) -> str:
    """Why an account comes to no verdict."""
    if account.doubts:
        return f"flaky: {account.doubts[0]} was seen broken once, and not again"
    if account.reason:
        return account.reason
    if account.refusals:
        fixed = (each for each in account.refusals if _FIXED.search(each))
        return f"refused each time: {next(fixed, account.refusals[-1])}"
    if account.trials.stored:
        return "taken, but nothing was stored otherwise than before"
    return "nothing could be tried"
