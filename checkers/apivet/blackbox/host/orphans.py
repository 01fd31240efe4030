"""Processes that have left the group of the worker that started them: known by what they inherited, and ended."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from typing import Final

#: In the environment of each worker, and of whatever it starts.
_MARK: Final = "APIVET_WORKER"
_PROCESSES: Final = "/proc"
#: Rounds of looking for processes: one may start others while it is being ended.
_ROUNDS: Final = 20


def marked(worker: str) -> dict[str, str]:
    """Variables to put into the environment of a worker."""
    return {_MARK: worker}


def end_orphans(worker: str) -> None:
    """End whatever a worker has started and is still there, where the system lets that be seen."""
    for _ in range(_ROUNDS):
        found = list(_bearing(f"{_MARK}={worker}".encode()))
        for process in found:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def _bearing(mark: bytes) -> Iterator[int]:
    """Processes, other than this one, that run and began with this in their environment."""
    try:
        names = os.listdir(_PROCESSES)
    except OSError:
        return
    for name in names:
        if not name.isdigit() or int(name) == os.getpid():
            continue
        # Of a process that has ended, or is somebody else's, nothing can be read.
        with contextlib.suppress(OSError), open(f"{_PROCESSES}/{name}/environ", "rb") as stream:
            if mark in stream.read().split(b"\0"):
                yield int(name)
