"""The processes of workers, from outside: started, and ended with all that they started themselves.

To start one, and to load what every worker needs, takes as long as to read a tree. So whoever is going to need some has
them start before anything else (:class:`Ready`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import Final

from msgspec import Struct

from apivet.blackbox.host.orphans import end_orphans, marked
from apivet.blackbox.protocol.heartbeat import Heartbeat, shared_memory

#: The working directory is no place to import from: a project may have a ``types.py`` at its top. (``-P`` says the same
#: from Python 3.11 on.)
_BE_A_WORKER = (
    "import sys; sys.path[:] = [place for place in sys.path if place];"
    " from apivet.blackbox.worker.serving import main; sys.exit(main(sys.argv[1:]))"
)
#: Workers are handed pipes and memory, which not every system can do.
CAN_WORK: Final = os.name != "nt"
#: Seconds in which a worker ends all that its work has started.
_ENDING = 5.0


class Interpreter(Struct, frozen=True):
    """A worker's process. ``results`` is the file descriptor from which to read what it says, ``heartbeat`` has what
    it is at, and ``name`` is what everything that it starts bears."""

    process: subprocess.Popen[bytes]
    results: int
    heartbeat: Heartbeat
    name: str

    @classmethod
    def started(cls, directory: str | None = None) -> Interpreter:
        """A new one, in this directory or in the present one, which waits for a setting and then for work."""
        results, theirs = os.pipe()
        name = f"{os.getpid()}-{time.monotonic_ns()}-{results}"
        with shared_memory() as memory:
            process = subprocess.Popen(
                [sys.executable, "-c", _BE_A_WORKER, str(theirs), str(memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs, memory),
                start_new_session=True,
                cwd=directory,
                env={**_environment(), **marked(name)},
            )
            os.close(theirs)
            return cls(process, results, Heartbeat(memory), name)

    def end(self, *, has_worked: bool = False) -> None:
        """Stop it, and everything that it started: of what has worked, that may be no longer near it."""
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if has_worked and self.process.stdin is not None:
                self.process.stdin.close()
                self.process.wait(_ENDING)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.wait() and has_worked:  # it was ended before it could end what it had started
            end_orphans(self.name)
        os.close(self.results)
        self.heartbeat.close()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def _environment() -> dict[str, str]:
    """The environment of workers. Texts have the same hashes in each run, so that sets and what comes from
    them have the same order: a seed repeats a run, and serialized objects can be compared."""
    return {**os.environ, "PYTHONHASHSEED": "0"}


class Ready:
    """Interpreters of a given number that begin to start at once, for takers; those that nobody takes are
    ended. All are started in one ``directory``, else in the present one."""

    def __init__(self, number: int = 0, directory: str | None = None) -> None:
        self._number = number
        self._directory = directory
        self._waiting: list[Interpreter] = []

    def __enter__(self) -> Ready:
        try:
            while CAN_WORK and len(self._waiting) < self._number:
                self._waiting.append(Interpreter.started(self._directory))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        while self._waiting:
            self._waiting.pop().end()

    def take(self) -> Interpreter:
        """One that has begun to start, else a new one."""
        return self._waiting.pop() if self._waiting else Interpreter.started(self._directory)
