"""Workers that may hang, crash or shout, and the one that watches over them."""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from apivet.blackbox.host.module_lists import imports_of
from apivet.blackbox.host.pieces import time_for
from apivet.blackbox.host.processes import Interpreter, Ready
from apivet.blackbox.protocol.messages import UNREPORTED, Examined, Imports, Retrace, RunSetting, Work, read_line, send
from apivet.blackbox.protocol.models import Assignment

#: A strategy that prints more than this is noted; what it prints is read and dropped.
_LOUD = 1 << 20
#: Bytes of what it printed at last, which may say why it ended.
_WORDS = 500
#: Seconds after which somebody who waits hears that it goes on.
_BEAT = 0.5
#: A worker is given the time to start and import besides that for its strategy.
_STARTING = 30.0
#: Pieces of work for each worker that wait before another one is started: to start and to import takes as long.
_WORTH = 8
#: Seconds for which every worker has been at one piece of work before another is started, whatever there is to do.
_WAITING = 0.5


def examine_all(
    assignments: Sequence[Work], setting: RunSetting, jobs: int, advance: Callable[[int], None]
) -> list[Examined]:
    """Results of the strategies, in their order, whatever becomes of the workers. ``advance`` hears of each strategy
    that is done, and of none while a long one is under way."""
    with Crew(setting, min(jobs, len(assignments))) as crew:
        crew.give(assignments)
        return crew.results(advance)


class Crew:
    """Workers, no more than a given number. The first begins to start at once, if there is none that is ``ready``, and
    has started when there is something to do for it; others are started for as much work as is worth it."""

    def __init__(self, setting: RunSetting, jobs: int, ready: Ready | None = None) -> None:
        self._setting = setting
        self._ready = ready or Ready()
        self._jobs = max(1, jobs)
        self._selector = selectors.DefaultSelector()
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._given: list[Work] = []
        self._begun = 0
        #: By its index, work that came to no good end in a call of a hook, and what is to be done to see that call.
        self._stuck: dict[int, Examined] = {}
        self._again: list[tuple[int, Retrace]] = []
        #: Modules to import before work begins, and by each piece of work how many of these come before it.
        self._imports: list[Imports] = []
        self._stages: list[int] = []
        #: Remarks about the run as a whole.
        self.remarks: dict[str, None] = {}

    def __enter__(self) -> Crew:
        if self._setting.tree is not None:
            self._setting = replace(self._setting, scratch=tempfile.mkdtemp(prefix="apivet-"))
        try:
            self._idle.append(self._new())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def _end(self) -> None:
        for worker in self._idle:
            worker.end()
        for worker in self._busy:
            worker.end()
        self._selector.close()
        if self._setting.scratch:
            shutil.rmtree(self._setting.scratch, ignore_errors=True)

    def give(self, assignments: Sequence[Work], imports: Sequence[Imports] | None = None) -> None:
        """More to do, after these imports or, by default, after those that it is about. An idle worker begins with it
        at once, whatever is done here in the meantime."""
        if imports is None:
            imports = [imports_of(assignments, self._setting.factories)]
        self._imports += [each for each in imports if each.modules]
        self._given += assignments
        self._stages += [len(self._imports)] * len(assignments)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            worker = self._next()
            if worker is None:
                return
            self._busy.append(worker)
            if self._again:
                index, work = self._again.pop()
                worker.begin(index, work, self._imports[: self._stages[index]])
            else:
                worker.begin(self._begun, self._given[self._begun], self._imports[: self._stages[self._begun]])
                self._begun += 1

    def results(self, advance: Callable[[int], None]) -> list[Examined]:
        """Results of the strategies, in their order."""
        results: dict[int, Examined] = {}
        while self._busy:
            for key, _ in self._selector.select(min(_patience(self._busy), _BEAT)):
                key.data()
            advance(0)
            for worker in list(self._busy):
                examined = worker.answer()
                if examined is None:
                    continue
                self._dismiss(worker)
                if self._is_retraced(worker, examined):
                    continue
                stuck = self._stuck.get(worker.index)
                results[worker.index] = examined if stuck is None else replace(stuck, case=examined.case)
                self.remarks.update(dict.fromkeys(worker.remarks))
                advance(1)
            self._hand_out()
        return [results[index] for index in range(len(self._given))]

    def _is_retraced(self, worker: _Worker, examined: Examined) -> bool:
        """Whether a strategy came to no good end in a call, and is tried again up to there to see what that was."""
        index = worker.index
        work = self._given[index]
        if not examined.broke or not worker.call or index in self._stuck or not isinstance(work, Assignment):
            return False
        self._stuck[index] = examined
        self._again.append((index, Retrace(work, worker.call)))
        return True

    def _new(self) -> _Worker:
        return _Worker(self._ready.take(), self._setting, self._selector)

    def _next(self) -> _Worker | None:
        """One that waits for work, else a new one where that is worth it."""
        while self._idle:
            worker = self._idle.pop()
            if not worker.is_over:
                return worker
            worker.end()
        is_worth_it = self._waiting > _WORTH * len(self._busy)
        return self._new() if is_worth_it or all(worker.has_long_begun for worker in self._busy) else None

    @property
    def _waiting(self) -> int:
        """The number of pieces of work that nobody has taken up."""
        return len(self._again) + len(self._given) - self._begun

    def _dismiss(self, worker: _Worker) -> None:
        """Let a worker have something else to do, unless its process is spoilt."""
        self._busy.remove(worker)
        if worker.is_over or not self._setting.forks:
            worker.end()
        else:
            self._idle.append(worker)


def _patience(workers: list[_Worker]) -> float:
    now = time.monotonic()
    return max(0.0, min((worker.deadline - now for worker in workers), default=0.0))


@dataclass(eq=False)
class _Worker:
    """One process, with one strategy at a time."""

    interpreter: Interpreter
    setting: RunSetting
    selector: selectors.BaseSelector
    index: int = -1
    deadline: float = 0.0
    #: Seconds for its present work.
    allowed: float = 0.0
    is_over: bool = False
    #: The number of the call of a hook that came to no good end.
    call: int = 0
    remarks: list[str] = field(default_factory=list)
    _stages: int = 0
    _status: int | None = None
    _has_begun: bool = False
    _begun: float = 0.0
    _printed: int = 0
    _last_words: bytes = b""
    _lines: bytearray = field(default_factory=bytearray)
    _answers: list[Examined] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._process, self._results = self.interpreter.process, self.interpreter.results
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        for descriptor, reader in ((self._results, self._read_results), (self._output, self._read_output)):
            os.set_blocking(descriptor, False)
            self.selector.register(descriptor, selectors.EVENT_READ, reader)
        self._starting = _STARTING
        self._send(self.setting)

    def begin(self, index: int, assignment: Work, imports: Sequence[Imports]) -> None:
        """Give it a strategy, and what is to be imported before."""
        self.index, self._has_begun, self._printed, self._status = index, False, 0, None
        self.interpreter.heartbeat.tell("")
        self.interpreter.heartbeat.tell_call(0)
        self.call = 0
        self.allowed = time_for(assignment, self.setting.limits.seconds)
        self.deadline = time.monotonic() + self.allowed + self._starting
        self._starting = 0.0
        for each in imports[self._stages :]:
            self._send(each)
        self._stages = max(self._stages, len(imports))
        self._send(assignment)

    @property
    def has_long_begun(self) -> bool:
        """Whether others would wait for long for it to finish: until it has begun, a new one would be no sooner."""
        return self._has_begun and time.monotonic() - self._begun >= _WAITING

    def _send(self, value: RunSetting | Imports | Work) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            send(self._process.stdin, value)  # type: ignore[arg-type]

    def _read_results(self) -> bool:
        """Take in what there is to read; whether there was anything."""
        data = self._read(self._results)
        self._lines += data
        if b"\n" in data:
            self._take_lines()
        return bool(data)

    def _take_lines(self) -> None:
        *lines, rest = bytes(self._lines).split(b"\n")
        self._lines = bytearray(rest)
        for line in lines:
            with contextlib.suppress(Exception):  # a hook may have written what it likes
                kind, value = read_line(line)
                if kind == "begun" and not self._has_begun:  # and imported: from here on it is the strategy's own time
                    self._has_begun, self._begun = True, time.monotonic()
                    self.deadline = time.monotonic() + self.allowed
                elif kind == "importing":
                    self.deadline = time.monotonic() + _STARTING + self.allowed
                elif kind == "examined":
                    self._answers.append(value)
                elif kind == "ended":
                    self._status = value
                elif kind == "slow":
                    self.remarks.append(value)

    def _read_output(self) -> bool:
        data = self._read(self._output)
        self._printed += len(data)
        self._last_words = (self._last_words + data)[-_WORDS:]
        return bool(data)

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
        """The result of the strategy; ``None`` while there is none."""
        if not self._answers and not self.is_over and self._process.poll() is not None:
            self._hear_out()
        self.call, seconds = self.interpreter.heartbeat.heard_call()
        if self._answers:
            return self._with_output(self._answers.pop())
        at = self.interpreter.heartbeat.heard() if self._has_begun else ""
        place = f" while {at} was tried" if at else ""
        if self.is_over or self._status is not None:
            return self._broken(f"the process {self._ending()}{place}")
        limit = self.setting.limits.seconds
        # More sequences are more calls, and neither one of them nor what is done between two takes longer.
        idle = min(seconds, time.monotonic() - self._begun)
        hangs = self._has_begun and (seconds if self.call else idle) >= limit
        if hangs or time.monotonic() >= self.deadline:
            self.is_over = True
            # One of many calls that take their time says nothing.
            self.call *= seconds * 2 > limit
            within = limit if hangs else self.allowed
            return self._broken(f"it did not come to an end within {within:g} seconds{place}")
        return None

    def _broken(self, reason: str) -> Examined:
        return self._with_output(Examined((), reason, broke=True))

    def _hear_out(self) -> None:
        """Take in what a process that has ended said at last: what it has started may keep the pipe open."""
        while self._read_results():
            pass
        self.is_over = True

    def _with_output(self, examined: Examined) -> Examined:
        if self._printed < _LOUD:
            return examined
        note = f"its code prints {self._printed // (1 << 20)} MB"
        return replace(examined, notes=(*examined.notes, note))

    def _ending(self) -> str:
        """The end of the process, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._process.wait(5) if self._status is None else self._status
            if status == UNREPORTED:
                return "can't tell what it saw, as its code closes files that it did not open,"
            if status == 1 and not self._has_begun:  # perhaps it did not get as far as the strategy
                return f"ended with status 1{self._complaint()}"
            if status >= 0:
                return f"ended with status {status}"
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return "died"

    def _complaint(self) -> str:
        """The last line that it printed."""
        while self._output in self.selector.get_map() and self._read_output():
            pass
        words = self._last_words.decode(errors="replace")
        if self.setting.tree is not None:
            words = re.sub(rf"{re.escape(os.path.realpath(self.setting.scratch))}/w\w+/[^/\n]+", "", words)
        lines = words.split("\n")
        said = [" ".join(line.split()) for line in lines if line.strip()]
        return f" ({said[-1]})" if said else ""

    def end(self) -> None:
        """Stop it, and everything that it started."""
        for descriptor in (self._results, self._output):
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(descriptor)
        self.interpreter.end(has_worked=self.index >= 0)
