"""Workers that may hang, crash or shout, and the one that watches over them."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from apivet.blackbox.messages import Examined, Setting, Work, read_line, send

#: A strategy that prints more than this is told so; what it prints is read and dropped.
_LOUD = 1 << 20
#: A worker is given the time to start and import besides that for its strategy.
_STARTING = 30.0


def examine_all(
    assignments: Sequence[Work], setting: Setting, jobs: int, advance: Callable[[int], None]
) -> list[Examined]:
    """What came of each strategy, in their order, whatever becomes of the workers."""
    results: dict[int, Examined] = {}
    waiting = list(enumerate(assignments))[::-1]
    workers: list[_Worker] = []
    with selectors.DefaultSelector() as selector:
        try:
            while waiting or workers:
                while waiting and len(workers) < jobs:
                    workers.append(_Worker(setting, selector))
                    workers[-1].begin(*waiting.pop())
                for key, _ in selector.select(_patience(workers)):
                    key.data()
                for worker in list(workers):
                    _attend(worker, workers, waiting, results, advance)
        finally:
            for worker in workers:
                worker.end()
    return [results[index] for index in range(len(assignments))]


def _patience(workers: list[_Worker]) -> float:
    now = time.monotonic()
    return max(0.0, min((worker.deadline - now for worker in workers), default=0.0))


def _attend(
    worker: _Worker,
    workers: list[_Worker],
    waiting: list[tuple[int, Work]],
    results: dict[int, Examined],
    advance: Callable[[int], None],
) -> None:
    """Take a worker's answer, or say what became of it, and give it something else to do."""
    examined = worker.answer()
    if examined is None:
        return
    results[worker.index] = examined
    advance(1)
    if waiting and not examined.tainted and not worker.is_over:
        worker.begin(*waiting.pop())
        return
    worker.end()
    workers.remove(worker)


@dataclass(eq=False)
class _Worker:
    """One process, with one strategy at a time."""

    setting: Setting
    selector: selectors.BaseSelector
    index: int = -1
    deadline: float = 0.0
    is_over: bool = False
    _at: str = ""
    _printed: int = 0
    _lines: bytearray = field(default_factory=bytearray)
    _answers: list[Examined] = field(default_factory=list)

    def __post_init__(self) -> None:
        results, theirs = os.pipe()
        self._results = results
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-P" if sys.version_info >= (3, 11) else "-B",
                "-m",
                "apivet.blackbox.worker",
                str(theirs),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(theirs,),
            start_new_session=True,
        )
        os.close(theirs)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        for descriptor, reader in ((results, self._read_results), (self._output, self._read_output)):
            os.set_blocking(descriptor, False)
            self.selector.register(descriptor, selectors.EVENT_READ, reader)
        self._starting = _STARTING
        self._send(self.setting)

    def begin(self, index: int, assignment: Work) -> None:
        """Give it a strategy."""
        self.index, self._at, self._printed = index, "", 0
        self.deadline = time.monotonic() + self.setting.limits.seconds + self._starting
        self._starting = 0.0
        self._send(assignment)

    def _send(self, value: Setting | Work) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            send(self._process.stdin, value)  # type: ignore[arg-type]

    def _read_results(self) -> None:
        data = self._read(self._results)
        self._lines += data
        while b"\n" in self._lines:
            line, _, rest = bytes(self._lines).partition(b"\n")
            self._lines = bytearray(rest)
            with contextlib.suppress(ValueError, TypeError):
                kind, value = read_line(line)
                if kind == "at":
                    if not self._at:  # started and imported: from here on it is the strategy's own time
                        self.deadline = time.monotonic() + self.setting.limits.seconds
                    self._at = value
                elif kind == "examined":
                    self._answers.append(value)

    def _read_output(self) -> None:
        self._printed += len(self._read(self._output))

    def _read(self, descriptor: int) -> bytes:
        try:
            data = os.read(descriptor, 1 << 16)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.selector.unregister(descriptor)
            if descriptor == self._results:
                self.is_over = True
        return data

    def answer(self) -> Examined | None:
        """What came of the strategy; ``None`` while nothing did."""
        if self._answers:
            return self._with_output(self._answers.pop())
        place = f" while {self._at} was tried" if self._at else ""
        if self.is_over:
            return self._with_output(Examined((), f"the process {self._ending()}{place}", (), 0, True))
        if time.monotonic() >= self.deadline:
            self.is_over = True
            limit = f"{self.setting.limits.seconds:g} seconds"
            return self._with_output(Examined((), f"it did not come to an end within {limit}{place}", (), 0, True))
        return None

    def _with_output(self, examined: Examined) -> Examined:
        if self._printed < _LOUD:
            return examined
        note = f"its code prints {self._printed // (1 << 20)} MB"
        return replace(examined, notes=(*examined.notes, note))

    def _ending(self) -> str:
        """How the process came to its end, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._process.wait(5)
            if status >= 0:
                return f"ended with status {status}"
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return "died"

    def end(self) -> None:
        """Stop it, and everything that it started."""
        for descriptor in (self._results, self._output):
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(descriptor)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._results)
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
