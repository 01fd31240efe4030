"""Interrupts while the run cleans up: the second one is answered with what is left, the next one ends the run."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from apivet.live.journal import Journal

#: Objects that are reported.
_MOST = 20


@contextmanager
def answered_with_what_is_left(journal: Journal) -> Iterator[None]:
    """Tell of the objects in the journal that are still there, each time that the user asks."""

    def tell(number: int, frame: FrameType | None) -> None:
        sys.stderr.write("".join(f"{line}\n" for line in lines(journal)))
        sys.stderr.flush()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before: Any = None
    with suppress(ValueError):  # only the first thread of a process hears signals
        before = signal.signal(signal.SIGINT, tell)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def lines(journal: Journal) -> list[str]:
    """The objects that may still be there, and the command that removes them."""
    left = journal.left
    told = [f"left so far: {entry.key}" for entry in left[:_MOST]]
    if len(left) > _MOST:
        told.append(f"left so far: {len(left) - _MOST} more")
    return [*told, f"still cleaning up; once more to stop, then: apivet live --clean {journal.run}"]
