"""Progress of a run, on standard error, where it takes long enough to wonder: a bar where a person looks, else a line
now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from apivet.check.progress import Progress

if TYPE_CHECKING:
    from rich import progress as rich_progress

#: Seconds before a bar is shown.
_PATIENCE = 0.7

#: Seconds between two lines where there is no bar.
_BETWEEN_LINES = 30.0

#: Seconds between two pictures of a bar that stands still.
_BETWEEN = 0.1


class _Bar(Progress):
    """The bar; it appears with whatever is reported first after a while. It is drawn by whoever reports progress: a
    thread that draws would make it unsafe to fork workers."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: rich_progress.Progress | None = None
        self._task: rich_progress.TaskID | None = None
        self._stage = ("", 0)
        self._done = 0
        self._drawn = 0.0

    def begin(self, what: str, total: int) -> None:
        self._stage, self._done = (what, total), 0
        if self._bar is not None and self._task is not None:
            self._bar.reset(self._task, description=what, total=total)
        self._draw()

    def advance(self, steps: int) -> None:
        self._done += steps
        if steps or time.monotonic() - self._drawn > _BETWEEN:
            self._draw()

    def _draw(self) -> None:
        if self._bar is None and time.monotonic() - self._started > _PATIENCE:
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self._done, refresh=True)
            self._drawn = time.monotonic()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress as RichProgress

        console = Console(stderr=True, markup=False, emoji=False)
        self._bar = RichProgress(console=console, auto_refresh=False, transient=True)
        self._bar.start()
        self._task = self._bar.add_task(self._stage[0], total=self._stage[1])

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()


class _ProgressLines(Progress):
    """Lines, for what reads along when nobody looks: a job of continuous integration that is silent for minutes is
    taken for one that hangs."""

    def __init__(self) -> None:
        self._started = self._told = time.monotonic()
        self._stage = ("", 0)
        self._done = 0

    def begin(self, what: str, total: int) -> None:
        self._stage, self._done = (what, total), 0

    def advance(self, steps: int) -> None:
        self._done += steps
        now = time.monotonic()
        if now - self._told >= _BETWEEN_LINES:
            self._told = now
            what, total = self._stage
            seconds = now - self._started
            print(f"apivet: {what}, {self._done} of {total} done after {seconds:.0f} s", file=sys.stderr, flush=True)


@contextmanager
def progress_on_terminal() -> Iterator[Progress]:
    """The bar where standard error is a terminal, lines elsewhere."""
    if not sys.stderr.isatty():
        yield _ProgressLines()
        return
    bar = _Bar()
    try:
        yield bar
    finally:
        bar.close()
