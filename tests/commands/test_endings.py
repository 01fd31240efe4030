"""A run that is told to end does so at once, in a word, and leaves no process behind; a run shows how far it is on a
terminal, and there alone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are looked up in /proc"),
]

#: Started so that Ctrl-C is heard even where the tests run in the background.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from apivet.cli import main
main(prog_name="apivet")
"""

PROJECT = """
    import subprocess
    import time
    from dataclasses import dataclass
    from pathlib import Path

    {loading}


    @dataclass
    class Meta:
        generation: int = 0


    @dataclass
    class Spec:
        size: int = 0


    @dataclass
    class Status:
        phase: str = ""


    @dataclass
    class Widget:
        metadata: Meta
        spec: Spec
        status: Status


    class WidgetStrategy:
        def prepare_for_create(self, obj: Widget) -> None:
            {creating}
            obj.status = Status()
            obj.spec.size = obj.spec.size or 1
            obj.metadata.generation = 1

        def prepare_for_update(self, obj: Widget, old: Widget) -> None:
            obj.status = old.status
            obj.spec.size = obj.spec.size or 1
            obj.metadata.generation = old.metadata.generation
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1


    class GadgetStrategy(WidgetStrategy):
        def prepare_for_create(self, obj: Widget) -> None:
            super().prepare_for_create(obj)
"""

#: The hook never comes back, nor does a process that it started.
STUCK = "subprocess.Popen(['sleep', '600']); Path('reached').touch(); time.sleep(600)"

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Path]:
    """Write a project in which something happens on import, and in the create hook."""

    def write(*, loading: str = "", creating: str = "") -> Path:
        (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
        (tmp_path / "widgets.py").write_text(
            textwrap.dedent(PROJECT.format(loading=loading, creating=creating or "pass"))
        )
        return tmp_path

    return write


class Run:
    """A command that was started, and all processes that come of it."""

    def __init__(self, directory: Path, command: str, errors: int) -> None:
        self.mark = f"APIVET_TEST={uuid.uuid4().hex}"
        name, _, value = self.mark.partition("=")
        environment = {**os.environ, name: value, "TERM": "xterm-256color", "COLUMNS": "100"}
        self.directory = directory
        self.output = directory / "output.txt"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, command, "-j", "2", "--seed", "1", "--no-sandbox"],
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                text=True,
            )

    def family(self) -> dict[int, str]:
        """The processes that are still there, by number: their command lines."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # somebody else's, or gone
                if self.mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                    found[int(place.name)] = (place / "cmdline").read_text().replace("\0", " ")
        return found

    def wait_until_stuck(self) -> None:
        limit = time.monotonic() + 30
        while not (self.directory / "reached").exists():
            assert self.process.poll() is None, "it ended before it was told to"
            assert time.monotonic() < limit, "the hook was never reached"
            time.sleep(0.02)

    def close(self) -> None:
        """Let nothing of it outlive its test."""
        for process in self.family():
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


def left_of(run: Run) -> dict[int, str]:
    """What is left of a run, once what was killed had the time to go."""
    limit = time.monotonic() + 5
    while (left := run.family()) and time.monotonic() < limit:
        time.sleep(0.05)
    return left


class Terminal:
    """A terminal, and all that was written to it. It is read while the command runs, or the command would wait."""

    def __init__(self) -> None:
        self._ours, self.theirs = pty.openpty()
        self._data = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # that the other side is closed is told as an error on some systems
            while piece := os.read(self._ours, 1 << 16):
                self._data += piece

    def close(self) -> str:
        """What was shown."""
        os.close(self.theirs)
        self._reader.join(10)
        os.close(self._ours)
        return self._data.decode()


@pytest.mark.parametrize("command", ["blackbox", "gate"])
@pytest.mark.parametrize(
    ("request_", "word", "status"), [("SIGINT", "interrupted", 130), ("SIGTERM", "terminated", 143)]
)
def test_a_request_to_end_leaves_nothing_behind(
    project: Callable[..., Path], command: str, request_: str, word: str, status: int
) -> None:
    run = Run(project(creating=STUCK), command, subprocess.PIPE)
    try:
        run.wait_until_stuck()
        assert any("apivet.blackbox.worker.serving" in each for each in run.family().values())
        asked = time.monotonic()
        run.process.send_signal(getattr(signal, request_))
        _, errors = run.process.communicate(timeout=30)
        assert time.monotonic() - asked < 5
        assert errors == f"{word}\n"
        assert run.process.returncode == status
        assert run.output.read_text() == ""
        assert left_of(run) == {}
    finally:
        run.close()


def test_an_interrupted_bar_leaves_the_terminal_as_it_was(project: Callable[..., Path]) -> None:
    terminal = Terminal()
    run = Run(project(creating=STUCK), "blackbox", terminal.theirs)
    try:
        run.wait_until_stuck()
        time.sleep(1.5)  # the bar has come by then
        run.process.send_signal(signal.SIGINT)
        run.process.wait(30)
    finally:
        run.close()
        seen = terminal.close()
    assert "trying" in seen
    assert HIDE_CURSOR in seen
    assert seen.rindex(SHOW_CURSOR) > seen.rindex(HIDE_CURSOR)
    assert seen.endswith("interrupted\r\n")


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_a_terminal_shows_how_far_it_is(project: Callable[..., Path], command: str) -> None:
    terminal = Terminal()
    run = Run(project(loading="time.sleep(1.5)"), command, terminal.theirs)
    try:
        status = run.process.wait(60)
    finally:
        run.close()
        seen = terminal.close()
    said = run.output.read_text()
    assert status == 0, said
    tried = seen[seen.index("trying") :]
    assert 0 < tried.index(" 0%") < tried.index("100%"), "it is there before a strategy is done"
    assert "2 strategies" in said
    assert all(character.isprintable() or character == "\n" for character in said)


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_nothing_is_shown_where_nobody_looks(project: Callable[..., Path], command: str) -> None:
    run = Run(project(loading="time.sleep(1.5)"), command, subprocess.PIPE)
    try:
        _, errors = run.process.communicate(timeout=60)
    finally:
        run.close()
    assert errors == ""
    assert run.process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command",
    ["check .", "check --format json .", "rules", "explain E9701", "--help", "check --help", "exceptions list"],
)
def test_what_can_not_be_printed_is_told_in_a_line(tmp_path: Path, command: str, unbuffered: str) -> None:
    (tmp_path / "module.py").write_text("x = 1\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "apivet", *command.split()],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
    assert done.returncode == 2
    assert done.stderr == "apivet: standard output cannot be written: No space left on device\n"


def test_a_closed_standard_output_is_told_in_a_line(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m apivet rules >&-"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stderr) == (2, "apivet: standard output is closed\n")
