"""The ledger of gates: what two states of a server's gates show about each field, added up to verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct, field

from apivet.live.exchanges import Exchange, story
from apivet.live.ledger import EVIDENCE, NOWHERE
from apivet.verdicts import Finding, Judgement, Trials, Verdict, WitnessStep

NOT_DROPPED: Final = "gated-field-not-dropped"
IN_USE: Final = "gated-field-dropped-in-use"
UNGATED: Final = "ungated-field-dropped"
#: The rules of which only two states of a gate show anything.
GATE_RULES: Final = frozenset((NOT_DROPPED, IN_USE, UNGATED))

#: How often a violation is tried again.
_AGAIN: Final = 3

#: Sends a trial, and says whether the rule is broken; nothing where the trial was refused.
Probe = Callable[[], "ProbeResult | None"]


class ProbeResult(Struct, frozen=True):
    """The exchange of a trial, and what was stored where that breaks the rule."""

    exchange: Exchange
    breach: str = ""


class GateBreach(Struct, frozen=True):
    """A violation for people: one line, the exchange that shows it, and how often it was seen where not always."""

    message: str
    steps: tuple[str, ...]
    flaky: str = ""


class GateAccount(Struct):
    """The evidence for one rule about one field, or about all fields of a resource."""

    trials: Trials = field(default_factory=Trials)
    breaches: dict[str, GateBreach] = field(default_factory=dict)
    reasons: dict[str, None] = field(default_factory=dict)
    doubtful: bool = False

    @property
    def verdict(self) -> Verdict:
        """Violated where that was seen; holds where it could have been, and was not."""
        if self.breaches:
            return Verdict.VIOLATED
        return Verdict.HOLDS if self.trials.effective and not self.doubtful else Verdict.UNPROVEN


class GateLedger:
    """The accounts of all resources. Several pairs of servers may add to one."""

    def __init__(self) -> None:
        self._accounts: dict[tuple[str, str, str | None], GateAccount] = {}

    def probe(self, resource: str, rule: str, field_: str, message: str, send: Probe) -> None:
        """Try once; what breaks the rule is tried three times more, to see whether it always does."""
        account = self._account(resource, rule, field_)
        first = send()
        account.trials += Trials(1, int(first is not None), int(first is not None))
        if first is None or not first.breach:
            return
        again = [send() for _ in range(_AGAIN)]
        seen = 1 + sum(each is not None and bool(each.breach) for each in again)
        if seen == 1:
            account.doubtful = True
            account.reasons[f"flaky: {field_} was seen broken once, and not again"] = None
            return
        flaky = "" if seen == _AGAIN + 1 else f"{seen} of {_AGAIN + 1}"
        steps = (*story(first.exchange), first.breach)
        account.breaches.setdefault(field_, GateBreach(message, steps, flaky))

    def lost(self, resource: str, field_: str, message: str, exchange: Exchange) -> None:
        """Note a field that was lost at both servers, and that nothing explains."""
        account = self._account(resource, UNGATED, None)
        account.breaches.setdefault(field_, GateBreach(message, (*story(exchange), "stored without it")))

    def count(self, resource: str, effective: int) -> None:
        """Note how many fields were sent of which none but those that are reported were lost."""
        self._account(resource, UNGATED, None).trials += Trials(2, 2, effective)

    def give_up(self, resource: str, rule: str, field_: str | None, reason: str) -> None:
        """Note why a field could not be judged."""
        self._account(resource, rule, field_).reasons.setdefault(reason, None)

    def doubt(self, resource: str, rule: str, field_: str | None, reason: str) -> None:
        """Note what keeps a rule from holding, though nothing shows that it is broken."""
        self._account(resource, rule, field_).doubtful = True
        self.give_up(resource, rule, field_, reason)

    def _account(self, resource: str, rule: str, field_: str | None) -> GateAccount:
        return self._accounts.setdefault((resource, rule, field_), GateAccount())

    def judgements(self) -> list[Judgement]:
        """A row for each account."""
        return [
            Judgement(
                name,
                rule,
                account.verdict,
                field_,
                EVIDENCE,
                trials=account.trials,
                flaky=next((each.flaky for each in account.breaches.values() if each.flaky), ""),
            )
            for (name, rule, field_), account in sorted(self._accounts.items(), key=lambda item: _order(item[0]))
        ]

    def findings(self) -> Iterator[Finding]:
        """The violations, and what is unproven."""
        for (name, rule, field_), account in sorted(self._accounts.items(), key=lambda item: _order(item[0])):
            for where, breach in sorted(account.breaches.items()):
                steps = tuple(WitnessStep("", 0, step) for step in breach.steps)
                yield Finding(
                    rule, Verdict.VIOLATED, NOWHERE, name, breach.message, where,
                    evidence=EVIDENCE, witness=steps, flaky=breach.flaky,
                )  # fmt: skip
            if account.verdict is Verdict.UNPROVEN:
                reason = next(iter(account.reasons), "nothing could be tried")
                yield Finding(rule, Verdict.UNPROVEN, NOWHERE, name, reason, field_, evidence=EVIDENCE)


def _order(key: tuple[str, str, str | None]) -> tuple[str, str, str]:
    name, rule, field_ = key
    return name, rule, field_ or ""
