"""No process is left of what hooks start: neither after a run, nor after the end of whoever ran it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from apivet.blackbox.protocol.descendants import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="nothing is promised where processes can't be adopted")

SOURCE = """
    import os
    import subprocess
    import sys
    import time
    from dataclasses import dataclass, field


    @dataclass
    class Status:
        berths: int = 0


    @dataclass
    class Meta:
        name: str = ""


    @dataclass
    class Ferry:
        metadata: Meta = field(default_factory=Meta)
        status: Status = field(default_factory=Status)


    def note(number):
        with open({notes!r}, "a") as stream:
            stream.write(f"{{number}}\\n")


    def wait_for(number):
        while len(open({notes!r}).readlines()) < number:
            time.sleep(0.01)


    def stay():
        note(os.getpid())
        time.sleep(600)


    def escape():
        "Start one with nothing of ours in its environment, and one that has another session and no parent."
        started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], env={{}}, start_new_session=True)
        note(started.pid)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                stay()
            os._exit(0)


    class FerryStrategy:
        def prepare_for_create(self, ctx, obj: Ferry) -> None:
            obj.status = Status()
            if not os.path.exists({notes!r}):
                escape()
                {after}

        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            obj.status = old.status
"""
#: Seconds that are promised, and some more for a machine that has a lot to do.
PROMISED, GRACE = 6.0, 24.0


def _project(root: Path, after: str) -> Path:
    notes = root / "started"
    source = textwrap.dedent(SOURCE).format(notes=str(notes), after=after)
    (root / "project").mkdir()
    (root / "project" / "ferries.py").write_text(source)
    (root / "project" / "pyproject.toml").write_text(
        "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ntimeout = 100\nsequences = 0\n"
    )
    return notes


def _run(root: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "apivet", "blackbox", "--seed", "1", "-j", "1", "."]
    (root / "tmp").mkdir()
    return subprocess.Popen(
        command,
        cwd=root / "project",
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(root / "tmp")},
    )


def _started(notes: Path, number: int) -> list[int]:
    """The processes that the hook has started, once there are so many."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        found = [int(line) for line in notes.read_text().splitlines()] if notes.exists() else []
        if len(found) >= number:
            return found
        time.sleep(0.05)
    raise AssertionError("the hook did not run")


def _runs(process: int) -> bool:
    try:
        state = Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def _children(process: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        try:
            if int(Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(entry))
        except (OSError, ValueError):
            continue
    return found


def _tree(process: int) -> list[int]:
    found = [process]
    for each in found:
        found += _children(each)
    return found[1:]


def test_all_end_with_a_runner_that_is_killed(tmp_path: Path) -> None:
    notes = _project(tmp_path, after="stay()")
    with _run(tmp_path) as runner:
        processes = [*_started(notes, 3), *_tree(runner.pid)]
        assert all(map(_runs, processes[:3]))
        runner.send_signal(signal.SIGKILL)
        runner.wait()
        end = time.monotonic() + PROMISED + GRACE
        while any(map(_runs, processes)) and time.monotonic() < end:
            time.sleep(0.05)
        assert [process for process in processes if _runs(process)] == []
        assert os.listdir(tmp_path / "tmp") == []  # the copies of the project, too


def test_all_end_with_the_strategy_that_started_them(tmp_path: Path) -> None:
    notes = _project(tmp_path, after="time.sleep(1)")
    with _run(tmp_path) as runner:
        assert runner.wait(120) == 0
        assert [process for process in _started(notes, 2) if _runs(process)] == []


def test_all_end_where_a_hook_kills_its_parents(tmp_path: Path) -> None:
    notes = _project(tmp_path, after="wait_for(2); os.kill(os.getppid(), 9); stay()")
    with _run(tmp_path) as runner:
        assert runner.wait(120) == 2
        assert [process for process in _started(notes, 2) if _runs(process)] == []
