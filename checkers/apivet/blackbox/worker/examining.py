"""One thing tried: a strategy, something else than a strategy, or a saved case."""

from __future__ import annotations

import contextlib
import os
import types
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from apivet.blackbox.examination.cases import written_call
from apivet.blackbox.examination.strategy import examine
from apivet.blackbox.objects.filling import CannotFillError
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.calling import CALLS, ReachedError
from apivet.blackbox.project.hooks import CannotRunError, WrongAnswerError
from apivet.blackbox.project.side_effects import STARTS_PROCESSES, changes, process_state
from apivet.blackbox.protocol.heartbeat import Heartbeat
from apivet.blackbox.protocol.messages import Examined, Replay, Retrace, RunSetting
from apivet.blackbox.protocol.models import Assignment, TypesAssignment
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.replay import BROKEN, case_in, replayed
from apivet.blackbox.rig.rig_factory import RigFactory
from apivet.blackbox.scenarios import cases
from apivet.blackbox.scenarios.dispatch import run_scenario
from apivet.blackbox.worker.integrity import Integrity


class Examiner:
    """Tries one thing, and tells what the project's code did besides. ``begin`` hears what is tried first."""

    def __init__(
        self,
        setting: RunSetting,
        rigs: RigFactory,
        heartbeat: Heartbeat,
        ours: Integrity,
        begin: Callable[[str], object],
    ) -> None:
        self._setting = setting
        self._rigs = rigs
        self._heartbeat = heartbeat
        self._ours = ours
        self._begin = begin
        self._has_begun = False
        #: The error that kept a strategy from being tried to its end.
        self._cut_short: Exception | None = None
        self._forks = 0
        CALLS.watched_by(heartbeat.tell_call)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=self._count_fork)

    def _count_fork(self) -> None:
        self._forks += 1

    def examine(self, work: Any) -> Examined:
        """Try it. Whatever its code does that can be survived ends up in the answer."""
        before, forks = process_state(), self._forks
        failure: BaseException | None = None
        examined = Examined()
        try:
            examined = self._tried(work)
        except BaseException as error:  # interrupts too: nobody but its own code sends one here
            failure = error
        changed = changes(before)
        if self._forks > forks:
            changed = [*(note for note in changed if note != STARTS_PROCESSES), "its code forks"]
        replaced = self._ours.replaced()
        if replaced:
            reason = f"its code replaces {' and '.join(replaced[:3])}, so that nothing counts"
            examined = Examined(reason=reason, broke=True)
        elif isinstance(failure, MemoryError):
            memory = self._setting.limits.memory >> 20
            reason = f"it used more than {memory:,} MB of memory (--memory lets it have more)"
            examined = Examined(reason=reason, broke=True)
        elif failure is not None:
            examined = self._stopped_by(failure, Examined(), changed)
        elif self._cut_short is not None:
            examined = self._stopped_by(self._cut_short, examined, changed)
        return replace(examined, notes=(*examined.notes, *changed))

    def _stopped_by(self, error: BaseException, examined: Examined, changed: Sequence[str]) -> Examined:
        reason = _reason(error, self._setting.roots, changed)
        is_bug = reason is None
        return replace(examined, reason=reason or f"internal error: {_named(error)}", is_bug=is_bug)

    def _tell(self, what: str) -> None:
        """Let those outside know what is being tried; the first time, that it is."""
        self._heartbeat.tell(what)
        if not self._has_begun:
            self._has_begun = True
            self._begin(what)

    def _tried(self, work: Any) -> Examined:
        try:
            if isinstance(work, TypesAssignment):
                return run_scenario(work, self._tell, self._rigs.samples())
            if isinstance(work, Retrace):
                return self._retraced(work)
            return self._replayed(work) if isinstance(work, Replay) else self._examined(work)
        except (CannotRunError, CannotFillError) as error:
            broke = isinstance(error, WrongAnswerError)
            return Examined((), " ".join(str(error).split()), broke=broke)

    def _examined(self, assignment: Assignment) -> Examined:
        with contextlib.closing(self._rigs.rig(assignment)) as rig:
            result = examine(rig, self._tell)
            gates = dict.fromkeys(gate for gated in assignment.gated for gate in gated.gates)
            # A piece that is sequences alone may well not come to what asks for a gate.
            is_whole = not assignment.first_sequence
            notes = tuple(rig.switches.never_asked(gates).values()) if is_whole else ()
            self._cut_short = result.failure
            return Examined(tuple(result.observations), notes=notes, runs=rig.runs)

    def _retraced(self, retrace: Retrace) -> Examined:
        """The call at which a strategy came to no good end, written down before it is made."""
        with contextlib.closing(self._rigs.rig(retrace.assignment)) as rig, CALLS.until(retrace.call):
            try:
                examine(rig, self._tell)
            except ReachedError as reached:
                return Examined(case=written_call(reached.strategy, reached.call))
        return Examined()

    def _replayed(self, replay: Replay) -> Examined:
        if replay.assignment is None:
            return _replayed_by_itself(replay.path)
        with contextlib.closing(self._rigs.rig(replay.assignment)) as rig:
            case = case_in(replay.path)
            outcome = replayed(rig, case)
        verdict = "violated" if outcome.status == BROKEN else "holds"
        seen = Observation(case.rule, case.field, verdict, outcome.detail, case.hook, outcome.text, 1, 1)
        return Examined((seen,), runs=rig.runs)


def _replayed_by_itself(path: str) -> Examined:
    """A case of a conversion, a codec or the like."""
    case = cases.case_in(path)
    outcome = case.outcome()
    verdict = "violated" if outcome.status == BROKEN else "holds"
    return Examined((Observation(case.rule, None, verdict, outcome.detail, case.object, outcome.text, 1, 1),), runs=1)


def _reason(error: BaseException, roots: Sequence[str], changed: Sequence[str]) -> str | None:
    """Why nothing more could be tried: the project's code is to blame where the error comes from there, and where it
    has changed what we go by ourselves; ``None`` where this package is."""
    if isinstance(error, (CannotRunError, CannotFillError)):
        return " ".join(str(error).split())
    what = _named(error)
    own = tuple(os.path.realpath(root) + os.sep for root in roots)
    is_own = any(_file(frame).startswith(own) and "site-packages" not in _file(frame) for frame in _innermost(error))
    if is_own or not isinstance(error, Exception):
        return f"its code raises {what}"
    return f"{' and '.join(changed)}, after which it can't be tried: {what}" if changed else None


def _named(error: BaseException) -> str:
    return f"{one_line(error)}{_origin(error)}"


def _origin(error: BaseException) -> str:
    return "".join(f" ({os.path.basename(_file(entry))}:{entry.tb_lineno})" for entry in _innermost(error))


def _innermost(error: BaseException) -> list[types.TracebackType]:
    """The place that an error comes from, if it has one."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return [] if entry is None else [entry]


def _file(entry: types.TracebackType) -> str:
    return os.path.realpath(entry.tb_frame.f_code.co_filename)
