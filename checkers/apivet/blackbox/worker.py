"""A process that runs the project's code: ``python -m apivet.blackbox.worker RESULTS``.

It reads assignments from its standard input, and writes what it sees to the file descriptor ``RESULTS``. What the
project's code prints goes to its standard output and error, which are somebody else's.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from apivet.blackbox.equipment import Equipment
from apivet.blackbox.messages import Examined, Replay, Setting, line_of, receive
from apivet.blackbox.models import Assignment, TypesAssignment
from apivet.blackbox.observations import Observation


def main(arguments: list[str]) -> int:
    """Work until there is nothing more to do."""
    results = os.fdopen(int(arguments[0]), "wb", buffering=0)
    source = os.fdopen(os.dup(0), "rb")
    # A hook that reads its input gets the end of it, and not our assignments.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    setting: Setting = receive(source)
    _limit_memory(setting.limits.memory)
    sys.path[:0] = [root for root in setting.roots if root not in sys.path]
    sys.dont_write_bytecode = True
    desk = _Desk(setting, lambda rule: results.write(line_of("at", rule)))
    _warm_up()
    while True:
        assignment = receive(source)
        if assignment is None:
            return 0
        results.write(line_of("examined", desk.examine(assignment)))


def _warm_up() -> None:
    """Load what will be needed while there is nothing else to do."""
    import apivet.blackbox.examination
    import apivet.blackbox.exercises  # noqa: F401


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Desk:
    """Does one thing after the other, and tells what the project's code did besides."""

    def __init__(self, setting: Setting, tell: Callable[[str], object]) -> None:
        self._equipment = Equipment(setting)
        self._tell = tell
        self._forks = 0
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=self._count_fork)

    def _count_fork(self) -> None:
        self._forks += 1

    def examine(self, work: Any) -> Examined:
        """Do one thing. Whatever its code does that can be survived ends up in the answer."""
        before, forks = _surroundings(), self._forks
        try:
            examined = self._tried(work)
        except MemoryError:
            return Examined((), "it used more memory than it may", (), 0, True)
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            return Examined((), f"internal error: {text}{_origin(error)}", (), 0, True)
        notes = [*examined.notes, *_changes(before, _surroundings())]
        if self._forks > forks:
            notes.append("its code forks")
        return replace(examined, notes=tuple(notes), tainted=len(notes) > len(examined.notes))

    def _tried(self, work: Any) -> Examined:
        from apivet.blackbox.live.hooks import CannotRunError
        from apivet.blackbox.objects.filling import CannotFillError

        try:
            if isinstance(work, TypesAssignment):
                from apivet.blackbox.exercises import exercise

                return exercise(work, self._tell, self._equipment.own_objects())
            return self._replayed(work) if isinstance(work, Replay) else self._examined(work)
        except (CannotRunError, CannotFillError) as error:
            return Examined((), " ".join(str(error).split()))

    def _examined(self, assignment: Assignment) -> Examined:
        from apivet.blackbox.examination import examine

        with contextlib.closing(self._equipment.laboratory(assignment)) as lab:
            seen = tuple(examine(lab, self._tell))
            gates = dict.fromkeys(gate for gated in assignment.gated for gate in gated.gates)
            return Examined(seen, notes=tuple(lab.switches.never_asked(gates).values()), runs=lab.runs)

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


def _surroundings() -> dict[str, Any]:
    """What a hook has no business to change."""
    return {
        "the environment": dict(os.environ),
        "the working directory": os.getcwd(),
        "the module search path": list(sys.path),
        "the recursion limit": sys.getrecursionlimit(),
        "the number of threads": threading.active_count(),
    }


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    found = [f"its code changes {what}" for what, value in before.items() if after[what] != value]
    os.environ.clear()
    os.environ.update(before["the environment"])
    with contextlib.suppress(OSError):
        os.chdir(before["the working directory"])
    sys.path[:] = before["the module search path"]
    return found


def _origin(error: BaseException) -> str:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return ""
    return f" ({os.path.basename(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
