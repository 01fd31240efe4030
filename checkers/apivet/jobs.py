"""Work on many files at once, in an order that does not depend on how many workers there are.

A worker may raise, or die outright: either is reported as a :class:`Failure` of the one item that caused it, and all
other items get their results.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

from msgspec import Struct

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

#: Below this number of items, starting processes takes longer than the work.
WORTH_A_POOL = 100

LARGEST_CHUNK = 64

#: New objects after which to look for garbage: by itself Python does after 700. Of what a command or an item of work
#: makes, hardly any is left behind that only the collector finds; what goes on for long looks sooner.
FEW_CYCLES = 100_000
_HARDLY_ANY = 2_000_000
#: Collections of the youngest objects before one of those that outlived some, and of these before one of all.
_OLDER = (20, 50)

# Forked workers start in no time and share what is in memory; elsewhere they start afresh. A fork is only safe while
# this process has no other threads, which is so in the command.
_START_METHOD = "fork" if sys.platform.startswith("linux") else "spawn"


class Failure(Struct, frozen=True):
    """An item whose work did not come to an end, and why."""

    message: str


class Task(Struct, Generic[Shared, Item, Result], frozen=True):
    """The work on each item. ``work`` is a module's own function, as other processes must find it by name;
    ``shared`` is handed to every worker once. ``leaves_cycles`` says that the work leaves garbage which only the
    collector finds."""

    work: Callable[[Shared, Item], Result]
    shared: Shared
    leaves_cycles: bool = False


Outcome = Union[Result, Failure]


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_all(
    task: Task[Shared, Item, Result],
    items: Sequence[Item],
    jobs: int | None,
    advance: Callable[[int], None],
    *,
    worth_a_pool: int = WORTH_A_POOL,
    largest_chunk: int = LARGEST_CHUNK,
    long: Sequence[int] = (),
) -> list[Outcome[Result]]:
    """The outcome for each item, in the items' order. Where some items take much longer than others, a large chunk
    keeps one worker busy when the others have nothing left: those in the places that are known to take ``long``, the
    longest first, are begun before all others, each on its own."""
    workers = min(jobs or processors(), len(items))
    if workers <= 1 or len(items) < worth_a_pool:
        return _in_process(task, items, advance)
    others = sorted({*range(len(items))}.difference(long))
    size = max(1, min(largest_chunk, len(items) // (workers * 4)))
    chunks = [[place] for place in long] + [others[start : start + size] for start in range(0, len(others), size)]
    outcomes = _in_pool(task, [[items[place] for place in chunk] for chunk in chunks], workers, advance)
    found = {place: outcome for chunk, done in zip(chunks, outcomes) for place, outcome in zip(chunk, done)}
    return [found[place] for place in range(len(items))]


def _in_process(
    task: Task[Shared, Item, Result], items: Sequence[Item], advance: Callable[[int], None]
) -> list[Outcome[Result]]:
    outcomes: list[Outcome[Result]] = []
    with with_rare_garbage_collection() if task.leaves_cycles else without_garbage_collection():
        for start in range(0, len(items), LARGEST_CHUNK):
            chunk = items[start : start + LARGEST_CHUNK]
            done: list[Outcome[Result]] = _attempt_each(task, chunk)
            outcomes += done
            advance(len(chunk))
    return outcomes


def _attempt_each(task: Task[Shared, Item, Result], items: Sequence[Item]) -> list[Outcome[Result]]:
    outcomes: list[Outcome[Result]] = []
    for item in items:
        outcome: Outcome[Result] = _attempt(task, item)
        outcomes.append(outcome)
    return outcomes


def _attempt(task: Task[Shared, Item, Result], item: Item) -> Outcome[Result]:
    try:
        return task.work(task.shared, item)
    except RecursionError:
        return Failure("nested too deeply to be analysed")
    except Exception as error:  # whatever goes wrong with one file, the others are still looked at
        place = _origin(error)
        return Failure(f"internal error: {type(error).__name__}: {error}{place}")


def _origin(error: Exception) -> str:
    """The place in our own code where it went wrong, for the report of a bug."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return ""
    return f" ({os.path.basename(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno})"


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Syntax trees hold no cycles, and looking for some takes a third of the time that parsing does."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def with_rare_garbage_collection(objects: int = _HARDLY_ANY) -> Iterator[None]:
    """Work that leaves few cycles behind needs to be looked through less often than Python does by itself: after so
    many new objects."""
    usual = gc.get_threshold()
    gc.set_threshold(objects, *_OLDER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


# --------------------------------------------------------------------------------------------------------- a pool


def _in_pool(
    task: Task[Shared, Item, Result], chunks: list[Sequence[Item]], workers: int, advance: Callable[[int], None]
) -> list[list[Outcome[Result]]]:
    outcomes = _attempt_chunks(task, chunks, workers, advance)
    # Chunks that a dying worker took with it are done again, each item on its own, so that only the culprit fails.
    return [
        _attempt_alone(task, chunk, advance) if outcome is None else outcome for chunk, outcome in zip(chunks, outcomes)
    ]


def _attempt_chunks(
    task: Task[Shared, Item, Result], chunks: list[Sequence[Item]], workers: int, advance: Callable[[int], None]
) -> list[list[Outcome[Result]] | None]:
    """The outcomes of each chunk; ``None`` for those that were lost because a worker died."""
    from concurrent.futures.process import BrokenProcessPool

    with _pool(task, workers) as pool:
        futures: list[Future[list[Outcome[Result]]] | None] = []
        for chunk in chunks:
            try:
                futures.append(pool.submit(_work_on_chunk, chunk))
            except BrokenProcessPool:
                futures.append(None)
        outcomes: list[list[Outcome[Result]] | None] = []
        for chunk, future in zip(chunks, futures):
            try:
                outcomes.append(future.result() if future else None)
            except BrokenProcessPool:
                outcomes.append(None)
            else:
                advance(len(chunk))
        return outcomes


def _attempt_alone(
    task: Task[Shared, Item, Result], items: Sequence[Item], advance: Callable[[int], None]
) -> list[Outcome[Result]]:
    """Each item of a lost chunk in a process of its own kind: the next one starts a new pool if this one broke it."""
    whole = _attempt_chunks(task, [items], 1, advance)[0]
    if whole is not None:
        return whole
    if len(items) == 1:
        advance(1)
        return [Failure("internal error: the process that worked on this file died")]
    middle = len(items) // 2
    return _attempt_alone(task, items[:middle], advance) + _attempt_alone(task, items[middle:], advance)


@contextmanager
def _pool(task: Task[Any, Any, Any], workers: int) -> Iterator[ProcessPoolExecutor]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    gc.freeze()
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(_START_METHOD), _begin, (task,))
    try:
        yield pool
    except BaseException:
        _end_now(pool)
        raise
    else:
        pool.shutdown()
    finally:
        gc.unfreeze()


def _end_now(pool: ProcessPoolExecutor) -> None:
    """Do not wait for work that nobody wants any more."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


_task: Task[Any, Any, Any]


def _begin(task: Task[Any, Any, Any]) -> None:
    """In a worker, once: remember the task; leave an interrupt from the keyboard to the parent, and end when it says
    so."""
    global _task
    _task = task
    if task.leaves_cycles:
        gc.set_threshold(_HARDLY_ANY, *_OLDER)
    else:
        gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _work_on_chunk(items: Sequence[Any]) -> list[Any]:
    return _attempt_each(_task, items)
