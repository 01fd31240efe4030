"""Measuring conversions: time as the least of several runs, memory as what is still allocated when the run is over.

Both are per object. A run converts a list of a few objects, again and again, with the garbage collector at rest; what a
list of thousands takes is that many times as much.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from apivet.costs.samples import Sample
from apivet.costs.standins import SampleOperations, conversions
from apivet.jobs import without_garbage_collection

#: Objects in the list that a run converts: enough for the clock's resolution not to matter, few enough to stay in the
#: processor's cache.
_MOST_OBJECTS: Final = 200
#: Enough for what a run allocates for itself not to be taken for part of an object.
_FEWEST_OBJECTS: Final = 20
_FEWEST_RUNS: Final = 3
#: Seconds for measuring everything, and for one sample at most.
_PATIENCE: Final = 2.0
_LONGEST: Final = 0.05


class Cost(Struct, frozen=True):
    """The cost of one object, in nanoseconds and in bytes that are allocated besides."""

    nanoseconds: float
    bytes: int


class Measured(Struct, frozen=True):
    """The figures of one sample. Where the interpreter refuses to retag its objects, ``refused`` has its words."""

    copy: Cost
    retag: Cost | None
    refused: str = ""


def measure_all(samples: list[Sample]) -> dict[Sample, Measured]:
    """Each sample's costs. Equal samples are measured once, and all of them share the time there is."""
    distinct = list(dict.fromkeys(samples))
    seconds = min(_LONGEST, _PATIENCE / max(len(distinct), 1))
    with without_garbage_collection():
        return {sample: measure(sample, seconds) for sample in distinct}


def measure_alias(objects: int) -> float:
    """Nanoseconds that it takes to hand on a whole list of objects that need no conversion."""
    items = [None] * objects

    def hand_on(given: list[None]) -> list[None]:
        return given

    return min(_timed(lambda: [hand_on(items) for _ in range(100)]) for _ in range(20)) / 100


def measure(sample: Sample, seconds: float) -> Measured:
    """One sample's costs, measured for about so long."""
    functions = conversions(sample)
    objects = _how_many(functions, seconds)
    sources = [functions.build() for _ in range(objects)]
    copy = functions.copy

    def copy_all() -> list[Any]:
        return [copy(source) for source in sources]

    copied = Cost(_least(seconds / 2, copy_all) / objects, _allocated(copy_all) // objects)
    refused = _refusal(functions)
    if refused:
        return Measured(copied, None, refused)
    return Measured(copied, _retagged(functions, objects, seconds / 2))


def _retagged(functions: SampleOperations, objects: int, seconds: float) -> Cost:
    """Retagging changes the objects themselves, so that every run needs new ones."""
    retag, build = functions.retag, functions.build
    nanoseconds: list[int] = []
    fresh: list[Any] = []

    def retag_all() -> None:
        for source in fresh:
            retag(source)

    end = time.perf_counter() + seconds
    while len(nanoseconds) < _FEWEST_RUNS or time.perf_counter() < end:
        fresh = [build() for _ in range(objects)]
        nanoseconds.append(_timed(retag_all))
    fresh = [build() for _ in range(objects)]
    return Cost(min(nanoseconds) / objects, _allocated(retag_all) // objects)


def _refusal(functions: SampleOperations) -> str:
    """Why the interpreter does not let an object, with all that is nested in it, become one of another class."""
    source = functions.build()
    try:
        functions.retag(source)
    except (TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if functions.is_converted(source) else "the class did not change"


def _how_many(functions: SampleOperations, seconds: float) -> int:
    """The number of objects that a run converts, so that several runs fit in the time."""
    source = functions.build()
    # The first calls are slow: the interpreter has yet to adapt the code to what it meets.
    once = max(1, min(_timed(lambda: functions.copy(source)) for _ in range(10)))
    return int(max(_FEWEST_OBJECTS, min(_MOST_OBJECTS, seconds * 1e9 / (4 * _FEWEST_RUNS * once))))


def _least(seconds: float, run: Callable[[], object]) -> int:
    """The shortest of several runs, in nanoseconds: whatever else the machine does only makes them longer."""
    end = time.perf_counter() + seconds
    best, runs = _timed(run), 1
    while runs < _FEWEST_RUNS or time.perf_counter() < end:
        best, runs = min(best, _timed(run)), runs + 1
    return best


def _timed(run: Callable[[], object]) -> int:
    begin = time.perf_counter_ns()
    kept = run()
    end = time.perf_counter_ns()
    del kept  # not before the clock has stopped: freeing is not converting
    return end - begin


def _allocated(run: Callable[[], object]) -> int:
    """Bytes that a run leaves allocated, its result among them."""
    return max(0, _traced(run) - _traced(lambda: None))


def _traced(run: Callable[[], object]) -> int:
    """The bytes that a run allocates by the interpreter's count, the counting itself included."""
    # A full collection empties the interpreter's lists of free objects, out of which it would serve itself unseen.
    # What there is already is set aside for it, or looking through that would take longer than the run.
    gc.freeze()
    gc.collect()
    already = tracemalloc.is_tracing()
    if not already:
        tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = run()
        after = tracemalloc.get_traced_memory()[0]
        del kept
    finally:
        if not already:
            tracemalloc.stop()
        gc.unfreeze()
    return after - before
