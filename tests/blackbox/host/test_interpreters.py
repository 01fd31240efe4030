"""Interpreters that are started in good time, and never left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.blackbox.conftest import watched_in

from apivet.blackbox.host import processes
from apivet.blackbox.host.processes import Interpreter, Ready
from apivet.blackbox.protocol.heartbeat import Heartbeat, shared_memory


def _is_there(interpreter: Interpreter) -> bool:
    return interpreter.process.poll() is None


def test_they_wait_for_whoever_takes_them() -> None:
    with Ready(2) as ready:
        taken = [ready.take(), ready.take(), ready.take()]
        assert all(_is_there(each) for each in taken)
        assert len({each.process.pid for each in taken}) == 3
    assert all(_is_there(each) for each in taken)  # they are somebody else's now
    for each in taken:
        each.end()
    assert not any(_is_there(each) for each in taken)


def test_those_that_nobody_takes_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started = _watched(monkeypatch)
    with Ready(2) as ready:
        mine = ready.take()
    assert [_is_there(each) for each in started] == [each is mine for each in started]
    mine.end()
    for each in started:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(each.results)


def test_where_one_cannot_be_started_the_others_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started = _watched(monkeypatch, most=1)
    with pytest.raises(BlockingIOError), Ready(2):
        pass
    assert [_is_there(each) for each in started] == [False]


BUOYS = """
    from dataclasses import dataclass, field


    @dataclass
    class Meta:
        name: str = ""


    @dataclass
    class Buoy:
        metadata: Meta = field(default_factory=Meta)
        status: str = ""


    class Base:
        def prepare_for_create(self, ctx, obj: Buoy) -> None:
            obj.status = ""

        def prepare_for_update(self, ctx, obj: Buoy, old: Buoy) -> None:
            obj.status = old.status
"""
SLOW = """
    import time

    from buoys import Base, Buoy

    ASKED = []


    class SlowStrategy(Base):
        def prepare_for_create(self, ctx, obj: Buoy) -> None:
            obj.status = ""
            if not ASKED:
                ASKED.append(time.sleep(1.5))
"""


@pytest.mark.parametrize(
    ("others", "is_slow", "jobs", "expected"),
    [
        pytest.param(3, False, "4", 1, id="for a few strategies one process is enough"),
        pytest.param(12, False, "2", 2, id="for many there are as many as allowed"),
        pytest.param(2, True, "2", 2, id="where one takes its time the others do not wait for it"),
        pytest.param(2, True, "1", 1, id="as many as allowed, however long it takes"),
    ],
)
def test_another_one_is_started_where_that_is_worth_it(
    others: int, is_slow: bool, jobs: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = _watched(monkeypatch)
    classes = "".join(f"class Quick{number}Strategy(Base):\n    pass\n\n\n" for number in range(others))
    files = {"buoys.py": BUOYS, "quick.py": f"from buoys import Base\n\n\n{classes}"}
    report = watched_in(tmp_path, {**files, "calm.py": SLOW} if is_slow else files, "-j", jobs)
    assert report["unexercised"] == report["findings"] == []
    assert len(started) == expected
    assert not any(_is_there(each) for each in started)


def _watched(monkeypatch: pytest.MonkeyPatch, most: int = 9) -> list[Interpreter]:
    """The interpreters that are started, which can be no more than so many."""
    start = Interpreter.started
    found: list[Interpreter] = []

    def started(directory: str | None = None) -> Interpreter:
        if len(found) >= most:
            raise BlockingIOError("no more processes")
        found.append(start(directory))
        return found[-1]

    monkeypatch.setattr(processes.Interpreter, "started", staticmethod(started))
    return found


@pytest.mark.parametrize("told", ["spec-not-kept-on-status-update", "", "a" * 100_000, "käse\udc80"])
def test_what_a_process_is_at_is_heard_by_another(told: str) -> None:
    with shared_memory() as memory:
        mine = Heartbeat(memory)
        mine.tell("something longer than that" * 3)
        child = os.fork()
        if not child:
            Heartbeat(memory).tell(told)
            os._exit(0)
        os.waitpid(child, 0)
    heard = mine.heard()
    assert heard == told[: len(heard)].replace("\udc80", "?")
    assert len(heard) == len(told) or len(heard) > 1000
    mine.close()


def test_memory_is_shared_where_there_is_no_memfd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    with shared_memory() as memory:
        here, there = Heartbeat(memory), Heartbeat(os.dup(memory))
    there.tell("status-not-kept-on-update")
    assert here.heard() == "status-not-kept-on-update"
