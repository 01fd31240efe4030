"""Tests that are collected once, in a process that has loaded all they need, and run in forks of it.

Which lines of apivet each test runs is traced once: a line's tests, the quickest first, are the nearest to it.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from forks import in_fork

#: Seconds that tracing all tests may take.
_PATIENCE = 7200.0
#: Bytes of memory from which on a test is taken for endless.
_MEMORY = 4 << 30
Line = tuple[str, int]


@dataclass
class Traces:
    """The tests that run each line, by their numbers, and the seconds that each took."""

    names: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    tests: defaultdict[Line, array[int]] = field(default_factory=lambda: defaultdict(_numbers))

    def of(self, path: str, lines: Sequence[int]) -> list[int]:
        """The tests that run one of these lines, the quickest first."""
        found = {test for line in lines for test in self.tests.get((path, line), ())}
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def time(self, tests: Sequence[int]) -> float:
        return sum(self.seconds[test] for test in tests)


def _numbers() -> array[int]:
    return array("H")


class Suite:
    """Collected tests."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._items = items

    def traces(self, folders: Sequence[str], path: Path | None) -> Traces:
        """The traces of all tests through files below some folders. They are kept in a file, where one is given."""
        if path is not None and path.exists():
            kept: Traces = pickle.loads(path.read_bytes())
            if kept.names == [item.nodeid for item in self._items]:
                return kept
        traces = in_fork(lambda: self._traced(tuple(folders)), _PATIENCE)
        if path is not None:
            path.write_bytes(pickle.dumps(traces))
        return traces

    def _traced(self, folders: tuple[str, ...]) -> Traces:
        traces = Traces()
        told, failures = sys.stderr.fileno(), _Failures(self._items)
        sink = os.fdopen(os.dup(told), "w")
        for number, (item, run) in enumerate(self._runs(range(len(self._items)))):
            started = time.monotonic()
            for line in _lines_run(run, folders):
                traces.tests[line].append(number)
            traces.names.append(item.nodeid)
            traces.seconds.append(time.monotonic() - started)
            if failures.first:
                raise AssertionError(f"{failures.first} fails without any mutant")
            if number % 100 == 99:
                print(f"{number + 1} of {len(self._items)} tests are traced", file=sink, flush=True)
        return traces

    def first_failure(self, tests: Sequence[int]) -> str:
        """The first of these tests that fails, here and now: the process is spoilt by it. Empty where all pass."""
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        failures = _Failures(self._items)
        for _, run in self._runs(tests):
            run()
            if failures.first:
                return failures.first
        return ""

    def _runs(self, tests: Sequence[int]) -> Iterator[tuple[pytest.Item, Callable[[], object]]]:
        sys.dont_write_bytecode = True
        with tempfile.TemporaryDirectory(prefix="apivet-mutants-") as directory, open(os.devnull, "w") as nowhere:
            os.environ["XDG_CACHE_HOME"] = directory  # no verdict of a mutant is remembered
            os.environ["PYTEST_DEBUG_TEMPROOT"] = directory
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
            items = [self._items[test] for test in tests]
            for item, following in zip(items, [*items[1:], None]):
                yield item, partial(item.config.hook.pytest_runtest_protocol, item=item, nextitem=following)


class _Failures:
    """The pytest plugin that remembers the first failure."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self.first = ""
        if items:
            items[0].config.pluginmanager.register(self)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.first:
            self.first = report.nodeid


def _lines_run(run: Callable[[], object], folders: tuple[str, ...]) -> list[Line]:
    """The lines below some folders that are run. A function whose lines have all been run is traced no more."""
    codes: dict[int, CodeType] = {}  # by identity: codes are compared by what they say
    left: dict[int, set[int]] = {}

    def on_call(frame: FrameType, _event: str, _argument: Any) -> Any:
        identity = id(frame.f_code)
        if identity not in codes:
            codes[identity] = frame.f_code
            is_one = frame.f_code.co_filename.startswith(folders)
            left[identity] = _lines_of(frame.f_code) if is_one else set()
        return on_line if left[identity] else None

    def on_line(frame: FrameType, _event: str, _argument: Any) -> Any:
        left[id(frame.f_code)].discard(frame.f_lineno)
        return on_line

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        run()
    finally:
        sys.settrace(before)
    ours = [code for code in codes.values() if code.co_filename.startswith(folders)]
    return sorted({(code.co_filename, line) for code in ours for line in _lines_of(code) - left[id(code)]})


def _lines_of(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None}


def with_suite(root: Path, tests: Sequence[str], work: Callable[[Suite], int]) -> int:
    """The answer of the work to the tests of some files, once they are collected."""

    class Loop:
        answer = 2

        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            self.answer = work(Suite(session.items))
            return True

    loop = Loop()
    os.chdir(root)
    unused = [word for name in ("terminal", "cacheprovider", "xdist") for word in ("-p", f"no:{name}")]
    pytest.main([*unused, *tests], plugins=[loop])
    return loop.answer
