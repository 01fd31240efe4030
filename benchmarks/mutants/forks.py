"""Doing something in a process of its own that starts with all that this one has loaded, and leaves no trace in it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Result = TypeVar("Result")
Task = TypeVar("Task")


class ForkError(Exception):
    """The process raised, died, or did not come to an end."""


def in_fork(work: Callable[[], Result], seconds: float) -> Result:
    """What the work returns. Raises :class:`ForkError`."""
    source, sink = os.pipe()
    process = os.fork()
    if not process:
        _work(work, sink)
    os.close(sink)
    try:
        ended, data = _read(source, time.monotonic() + seconds)
    finally:
        os.close(source)
    if not ended:
        os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    if not ended:
        raise ForkError(f"did not come to an end within {seconds:g} seconds")
    if not data:
        raise ForkError("the process died")
    worked, value = pickle.loads(data)
    if not worked:
        raise ForkError(value)
    result: Result = value
    return result


def _work(work: Callable[[], object], sink: int) -> None:
    try:
        answer = pickle.dumps((True, work()))
    except BaseException:
        answer = pickle.dumps((False, traceback.format_exc()))
    with os.fdopen(sink, "wb") as stream:
        stream.write(answer)
    os._exit(0)


def _read(source: int, deadline: float) -> tuple[bool, bytes]:
    """Everything up to the end, and whether the end came in time."""
    data = bytearray()
    while (left := deadline - time.monotonic()) > 0:
        if select.select([source], [], [], left)[0]:
            more = os.read(source, 1 << 16)
            if not more:
                return True, bytes(data)
            data += more
    return False, b""


def in_workers(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """The results of the tasks, as they come, from processes that start with all that this one has loaded."""
    global _work_of_all
    _work_of_all = work
    with multiprocessing.get_context("fork").Pool(min(jobs, len(tasks) or 1)) as pool:
        yield from pool.imap_unordered(_one, tasks, chunksize=1)


#: Workers inherit it: what cannot be pickled may well be done.
_work_of_all: Callable[[Any], Any]


def _one(task: Any) -> Any:
    return _work_of_all(task)
