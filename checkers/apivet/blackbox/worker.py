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
from typing import Any

from apivet.blackbox.messages import Examined, Setting, line_of, receive


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
    while True:
        assignment = receive(source)
        if assignment is None:
            return 0
        results.write(line_of("examined", desk.examine(assignment)))


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Desk:
    """What the strategies of one process share: the switches of the gates, and the project's factories."""

    def __init__(self, setting: Setting, tell: Callable[[str], object]) -> None:
        from apivet.blackbox.switches import Switches

        self._setting = setting
        self._tell = tell
        self._forks = 0
        self._switches = Switches(frozenset(setting.gate_functions), _is_below(setting.roots))
        self._factories: Any = None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=self._count_fork)

    def _count_fork(self) -> None:
        self._forks += 1

    def examine(self, assignment: Any) -> Examined:
        """Try one strategy. Whatever its code does that can be survived ends up in the answer."""
        before, forks = _surroundings(), self._forks
        try:
            examined = self._tried(assignment)
        except MemoryError:
            return Examined((), "it used more memory than it may", (), 0, True)
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            return Examined((), f"internal error: {text}{_origin(error)}", (), 0, True)
        notes = [*examined.notes, *_changes(before, _surroundings())]
        if self._forks > forks:
            notes.append("its code forks")
        return Examined(examined.observations, examined.reason, tuple(notes), examined.runs, bool(notes))

    def _tried(self, assignment: Any) -> Examined:
        from apivet.blackbox.examination import examine
        from apivet.blackbox.filling import CannotFillError, Filler
        from apivet.blackbox.hooks import CannotRunError
        from apivet.blackbox.laboratory import Laboratory

        try:
            factories = self._own_factories()
            lab = Laboratory(assignment, Filler(assignment.types), self._switches, factories)
            with contextlib.closing(lab):
                observations = examine(lab, self._tell)
        except (CannotRunError, CannotFillError) as error:
            return Examined((), " ".join(str(error).split()))
        return Examined(tuple(observations), runs=lab.runs)

    def _own_factories(self) -> Any:
        import importlib

        from apivet.blackbox.hooks import CannotRunError

        if self._setting.factories and self._factories is None:
            try:
                self._factories = importlib.import_module(self._setting.factories)
            except Exception as error:
                raise CannotRunError(
                    f"[tool.apivet.blackbox] factories: {self._setting.factories} can't be imported: {error}"
                ) from None
        return self._factories


def _is_below(roots: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a loaded module is one of the project's."""
    known: dict[str, bool] = {}
    places = tuple(os.path.realpath(root) + os.sep for root in roots)

    def is_own(name: str) -> bool:
        if name not in known:
            path = getattr(sys.modules.get(name), "__file__", None)
            inside = isinstance(path, str) and os.path.realpath(path).startswith(places)
            known[name] = inside and "site-packages" not in path and not name.startswith("apivet.")  # type: ignore[operator]
        return known[name]

    return is_own


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
