"""A process that runs the project's code.

It reads assignments from its standard input, and writes what it sees to the file descriptor ``RESULTS``. What the
project's code prints goes to its standard output and error, which are somebody else's.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from apivet.blackbox.equipment import Equipment
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.live.surroundings import STARTS_PROCESSES, changes, surroundings
from apivet.blackbox.messages import UNHEARD, Examined, Replay, Setting, line_of, receive
from apivet.blackbox.models import Assignment, TypesAssignment
from apivet.blackbox.objects.filling import CannotFillError
from apivet.blackbox.objects.values import one_line
from apivet.blackbox.observations import Observation
from apivet.blackbox.whereabouts import Whereabouts

#: After how many new objects circles are looked for; how many times before older objects are looked at again, twice.
_COLLECTIONS: Final = (10_000, 20, 50)


def main(arguments: list[str]) -> int:
    """Work until there is nothing more to do. The arguments are two file descriptors: where results go to, and memory
    for what is being tried."""
    results = os.fdopen(int(arguments[0]), "wb", buffering=0)
    whereabouts = Whereabouts(int(arguments[1]))
    os.close(int(arguments[1]))
    source = os.fdopen(os.dup(0), "rb")
    # A hook that reads its input gets the end of it, and not our assignments.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    setting: Setting = receive(source)
    _limit_memory(setting.limits.memory)
    sys.path[:0] = [root for root in setting.roots if root not in sys.path]
    sys.dont_write_bytecode = True
    desk = _Desk(setting, whereabouts, lambda first: results.write(line_of("begun", first)))
    _warm_up()
    process = os.getpid()
    while True:
        assignment = receive(source)
        if assignment is None:
            return 0
        examined = desk.examine(assignment)
        if os.getpid() != process:
            os._exit(0)  # a fork of the code's making, that was let run on
        try:
            results.write(line_of("examined", examined))
        except OSError:
            os._exit(UNHEARD)


def _warm_up() -> None:
    """Load what will be needed while there is nothing else to do. From then on, some hundred thousands of small trees
    come and go: nearly all go as soon as nobody holds them, so that it is enough to look for circles now and then, and
    never among what was loaded."""
    import apivet.blackbox.examination
    import apivet.blackbox.exercises  # noqa: F401

    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError, OverflowError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Desk:
    """Does one thing after the other, and tells what the project's code did besides."""

    def __init__(self, setting: Setting, whereabouts: Whereabouts, begin: Callable[[str], object]) -> None:
        self._setting = setting
        self._equipment = Equipment(setting)
        self._whereabouts = whereabouts
        self._begin = begin
        self._has_begun = False
        self._forks = 0
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=self._count_fork)

    def _count_fork(self) -> None:
        self._forks += 1

    def examine(self, work: Any) -> Examined:
        """Do one thing. Whatever its code does that can be survived ends up in the answer."""
        before, forks = surroundings(), self._forks
        self._has_begun = False
        failure: BaseException | None = None
        examined = Examined()
        try:
            examined = self._tried(work)
        except BaseException as error:  # interrupts too: nobody but its own code sends one here
            failure = error
        changed = changes(before)
        if self._forks > forks:
            changed = [*(note for note in changed if note != STARTS_PROCESSES), "its code forks"]
        if failure is not None:
            examined = Examined(reason=_reason(failure, self._setting.roots, changed))
        tainted = failure is not None or bool(changed)
        return replace(examined, notes=(*examined.notes, *changed), tainted=tainted)

    def _tell(self, what: str) -> None:
        """Let those outside know what is being tried; the first time, that it is."""
        self._whereabouts.tell(what)
        if not self._has_begun:
            self._has_begun = True
            self._begin(what)

    def _tried(self, work: Any) -> Examined:
        try:
            if isinstance(work, TypesAssignment):
                from apivet.blackbox.exercises import exercise

                return exercise(work, self._tell, self._equipment.stock())
            return self._replayed(work) if isinstance(work, Replay) else self._examined(work)
        except (CannotRunError, CannotFillError) as error:
            return Examined((), " ".join(str(error).split()))

    def _examined(self, assignment: Assignment) -> Examined:
        from apivet.blackbox.examination import examine

        with contextlib.closing(self._equipment.laboratory(assignment)) as lab:
            result = examine(lab, self._tell)
            gates = dict.fromkeys(gate for gated in assignment.gated for gate in gated.gates)
            notes = tuple(lab.switches.never_asked(gates).values())
            reason = "" if result.failure is None else self._why(result.failure)
            return Examined(tuple(result.observations), reason, notes=notes, runs=lab.runs)

    def _why(self, failure: Exception) -> str:
        """Why a strategy was not tried to its end."""
        if isinstance(failure, (CannotRunError, CannotFillError)):
            return " ".join(str(failure).split())
        return _reason(failure, self._setting.roots, ())

    def _replayed(self, replay: Replay) -> Examined:
        from apivet.blackbox.replay import BROKEN, case_in, replayed

        if replay.assignment is None:
            return _replayed_by_itself(replay.path)
        with contextlib.closing(self._equipment.laboratory(replay.assignment)) as lab:
            case = case_in(replay.path)
            outcome = replayed(lab, case)
        verdict = "violated" if outcome.status == BROKEN else "holds"
        seen = Observation(case.rule, case.field, verdict, outcome.detail, case.hook, outcome.text, 1, 1)
        return Examined((seen,), runs=lab.runs)


def _replayed_by_itself(path: str) -> Examined:
    """A case of a conversion, a codec or the like."""
    from apivet.blackbox.exercises.cases import case_in
    from apivet.blackbox.replay import BROKEN

    case = case_in(path)
    outcome = case.outcome()
    verdict = "violated" if outcome.status == BROKEN else "holds"
    return Examined((Observation(case.rule, None, verdict, outcome.detail, case.object, outcome.text, 1, 1),), runs=1)


def _reason(error: BaseException, roots: Sequence[str], changed: Sequence[str]) -> str:
    """Why nothing more could be tried: the project's code is to blame where the error comes from there, and where it
    has changed what we go by ourselves."""
    if isinstance(error, MemoryError):
        return "it used more memory than it may"
    what = f"{one_line(error)}{_origin(error)}"
    own = tuple(os.path.realpath(root) + os.sep for root in roots)
    is_own = any(_file(frame).startswith(own) and "site-packages" not in _file(frame) for frame in _innermost(error))
    if is_own or not isinstance(error, Exception):
        return f"its code raises {what}"
    return f"{what} after {' and '.join(changed)}" if changed else f"internal error: {what}"


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
