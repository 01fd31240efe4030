"""A project's storage, held to what every storage promises.

The checks run in a process of their own, so that one that hangs, or ends its process, is a failure by its name, and
those before it are not lost.
"""

from __future__ import annotations

import time

from apivet.blackbox.project.side_effects import our_own_processes
from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import StorageAssignment
from apivet.blackbox.scenarios.checking import Checking, CheckOutcome, Hangs, ProcessEnded
from apivet.blackbox.storage.suite import CHECKS
from apivet.storage.results import clause

#: The rule that a storage breaks; its field is the clause.
BROKEN = "storage-contract-broken"

#: The part of a storage's time in which its checks are made. The rest is for telling what they found.
_ALL_CHECKS = 0.8
#: The part of it after which a single check hangs.
_ONE_CHECK = 0.25


def examine_storage(assignment: StorageAssignment) -> Examined:
    """Every check, each on a storage of its own."""
    with our_own_processes():
        return _Session(assignment).examined()


class _Session:
    """All checks of one storage, in as many processes as it takes."""

    def __init__(self, assignment: StorageAssignment) -> None:
        self._assignment = assignment
        self._end = time.monotonic() + assignment.seconds * _ALL_CHECKS
        self._made = 0
        self._failures: list[str] = []
        #: Problems by the clause of the contract; ``None`` for one that is kept.
        self._clauses: dict[str, str | None] = {}
        self._notes: dict[str, None] = {}

    def examined(self) -> Examined:
        """The results of the checks."""
        while self._made < len(CHECKS) and self._goes_on():
            pass
        notes = tuple(self._notes)
        if not self._made:
            return Examined(reason="; ".join(self._failures), notes=notes)
        observations = [self._observation(name, wrong) for name, wrong in self._clauses.items()]
        rest = [clause(check) for check in CHECKS[self._made :]]
        if rest:
            self._failures.append(f"{rest[0]} was not tried, nor any promise behind it ({len(rest)} in all)")
            observations += [self._observation(name, self._failures[-1], "unproven") for name in rest]
        failures = tuple(dict.fromkeys(self._failures))
        return Examined(tuple(observations), runs=self._made, failures=failures, notes=notes)

    def _observation(self, name: str, told: str | None, verdict: str = "violated") -> Observation:
        """The row of a clause: kept where nothing is reported."""
        seen = verdict if told else "holds"
        return Observation(BROKEN, name, seen, told or "", self._assignment.name, "", 1, 1, effective=1)

    def _goes_on(self) -> bool:
        """Make checks in a new process. Whether another process is to make the rest."""
        with Checking(self._assignment.target, self._made) as checking:
            outcome = checking.outcome(self._left())
            while isinstance(outcome, CheckOutcome) and not outcome.is_last:
                self._take_in(outcome)
                outcome = checking.outcome(min(self._left(), self._assignment.seconds * _ONE_CHECK))
            if isinstance(outcome, CheckOutcome):
                self._take_in(outcome)
                return False
            return self._broken_off(outcome, checking)

    def _left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._end - time.monotonic())

    def _take_in(self, outcome: CheckOutcome) -> None:
        if outcome.check:
            name = clause(CHECKS[self._made])
            self._made += 1
            if outcome.is_offered:
                self._clauses[name] = outcome.wrong
            if outcome.closing:
                self._clauses.setdefault("close", outcome.closing)
        elif outcome.wrong:
            self._failures.append(outcome.wrong)
        self._notes.update(dict.fromkeys(outcome.notes))

    def _broken_off(self, what: ProcessEnded | Hangs, checking: Checking) -> bool:
        """Tell which check has no outcome. Whether it makes sense to go on with the next."""
        told = what.told
        if not self._left():
            told = f"does not come to an end within what is left of {self._assignment.seconds:g} seconds"
        if not checking.check:
            self._failures.append(f"it can't be made: {checking.doer} {told}")
            return False
        self._clauses[clause(CHECKS[self._made])] = f"{checking.doer} {told}"
        self._made += 1
        return isinstance(what, ProcessEnded) and self._left() > 0
