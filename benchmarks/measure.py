"""Timing whole processes side by side, and watching their memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

#: Installed programs have their byte code beside them; where a shell forbids to write it, a compiler would be measured.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class BenchmarkError(Exception):
    """A measured command did not do what it is measured for."""


@dataclass(frozen=True)
class Usage:
    """Seconds on the clock, and seconds of all processors together. Of several runs, the median of each."""

    wall: float
    processor: float

    @classmethod
    def median(cls, runs: Sequence[Usage]) -> Usage:
        return cls(statistics.median(run.wall for run in runs), statistics.median(run.processor for run in runs))

    def __str__(self) -> str:
        return f"{self.wall:8.2f} s, {self.processor:.2f} s of processors"


@dataclass(frozen=True)
class Command:
    """A process to measure. ``before`` runs outside the clock; ``accepts`` tells a fair run from a failed one."""

    name: str
    arguments: Sequence[str]
    directory: Path
    environment: dict[str, str] = field(default_factory=dict)
    before: Callable[[], None] = lambda: None
    accepts: Callable[[int], bool] = lambda status: status == 0

    def start(self, output: int, errors: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.arguments,
            cwd=self.directory,
            env={**_ENVIRONMENT, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
        )

    def seconds(self) -> float:
        """Run once and say how long it took, from start to exit."""
        return self.usage().wall

    def processor_seconds(self) -> float:
        """Run once and say how long processors were at work on it: others on the machine lengthen that less."""
        return self.usage().processor

    def usage(self) -> Usage:
        """Run once and say what it took, from start to exit. Processes that it started itself are counted as far as it
        waited for their ends."""
        self.before()
        before, started = os.times(), time.perf_counter()
        process = self.start(subprocess.DEVNULL, subprocess.PIPE)
        _, errors = process.communicate()
        elapsed, after = time.perf_counter() - started, os.times()
        self.check(process.returncode, errors)
        spent = after.children_user - before.children_user + after.children_system - before.children_system
        return Usage(elapsed, spent)

    def check(self, status: int, errors: bytes = b"") -> None:
        if not self.accepts(status):
            told = errors.decode(errors="replace").strip()[-2000:]
            raise BenchmarkError(f"{self.name} ended with status {status}: {' '.join(self.arguments)}\n{told}")


@dataclass(frozen=True)
class Comparison:
    """Two commands, measured in turns: ``ratio`` is the median of the pairs' ratios."""

    subject: list[float]
    reference: list[float]

    @property
    def ratio(self) -> float:
        return statistics.median(ours / theirs for ours, theirs in zip(self.subject, self.reference, strict=True))

    def __str__(self) -> str:
        ours, theirs = statistics.median(self.subject), statistics.median(self.reference)
        return f"{self.ratio:7.2f}   {ours:8.3f} s / {theirs:.3f} s"


def compare(
    subject: Command, reference: Command, rounds: int, seconds: Callable[[Command], float] = Command.seconds
) -> Comparison:
    """Measure in alternating pairs, so that a machine that slows down slows both; one pair goes before, unmeasured."""
    pairs: list[tuple[float, float]] = []
    for turn in range(rounds + 1):
        if turn % 2:
            theirs, ours = seconds(reference), seconds(subject)
        else:
            ours, theirs = seconds(subject), seconds(reference)
        pairs.append((ours, theirs))
    return Comparison([ours for ours, _ in pairs[1:]], [theirs for _, theirs in pairs[1:]])


def in_turns(commands: Sequence[Command], rounds: int) -> list[Usage]:
    """What each command takes: the medians over the rounds, in each of which all of them run; the first of them runs
    once before, unmeasured."""
    commands[0].usage()
    turns = [[command.usage() for command in commands] for _ in range(rounds)]
    return [Usage.median(runs) for runs in zip(*turns, strict=True)]


@dataclass(frozen=True)
class Footprint:
    """How long a run took, and the peak of resident memory of its first process and of its largest worker."""

    seconds: float
    coordinator: int
    worker: int | None


def footprint(command: Command) -> Footprint:
    """Run once and watch the processes of the run. Needs ``/proc``."""
    if not Path("/proc/self/status").exists():
        raise BenchmarkError(f"memory cannot be watched on {sys.platform}: there is no /proc")
    command.before()
    started = time.perf_counter()
    process = command.start(subprocess.DEVNULL, subprocess.DEVNULL)
    peaks: dict[int, int] = {}
    while process.poll() is None:
        for pid in _family(process.pid):
            peaks[pid] = max(peaks.get(pid, 0), _peak_memory(pid))
        time.sleep(0.02)
    elapsed = time.perf_counter() - started
    command.check(process.returncode)
    coordinator = peaks.pop(process.pid, 0)
    return Footprint(elapsed, coordinator, max(peaks.values(), default=None))


def _family(pid: int) -> list[int]:
    """A process and all that descend from it, as far as they are still there."""
    family = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            family.extend(_family(int(child)))
    return family


def _peak_memory(pid: int) -> int:
    """The high-water mark of resident memory in bytes; 0 where the process has gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0
