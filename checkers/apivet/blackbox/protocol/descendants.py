"""Processes below this one, however far they went: found by their parents, and ended.

On Linux a process adopts whatever its descendants leave behind (it is their *subreaper*), and asks to be ended with its
parent. So nothing that a worker starts gets away from it: no other session, second fork or emptied environment helps.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from typing import Any, Final

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
_PROCESSES: Final = "/proc"
#: Seconds between one look and the next. What can't be ended is given up in the end.
_PAUSES: Final = (0.0, 0.001, *(0.01,) * 100)
_libc: Final[Any] = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


def can_fork() -> bool:
    """Whether copies of processes are safe here, can be ended with their parents, and their orphans be adopted."""
    return _libc is not None


def adopt_orphans() -> None:
    """From here on, processes whose parents end become children of this one, not of the system's first."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent(parent: int) -> None:
    """Let this process end as soon as its parent does; at once, if it did already."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def has_children() -> bool:
    """Whether there are any, ended ones that nobody waited for too."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def end_descendants() -> None:
    """End every process below this one. They are stopped first, so that none starts another in the meantime."""
    for pause in _PAUSES:
        reap()
        if not has_children():
            return
        found = _descendants()
        for request in (signal.SIGSTOP, signal.SIGKILL):
            for process in found:
                with contextlib.suppress(OSError):
                    os.kill(process, request)
        time.sleep(pause)


def reap() -> None:
    """Take notice of all children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _descendants() -> list[int]:
    """All processes below this one, parents first."""
    children: dict[int, list[int]] = {}
    for name in os.listdir(_PROCESSES):
        with contextlib.suppress(OSError, ValueError), open(f"{_PROCESSES}/{int(name)}/stat", "rb") as stream:
            parent = int(stream.read().rpartition(b")")[2].split()[1])
            children.setdefault(parent, []).append(int(name))
    found = [os.getpid()]
    for process in found:
        found += children.get(process, [])
    return found[1:]
