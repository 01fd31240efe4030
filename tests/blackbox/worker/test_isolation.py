"""Whatever a strategy's code does, it is told of that strategy, and the others are tried all the same."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from apivet.check.observing import Watched, observe
from apivet.config import load_config
from apivet.verdicts import Verdict

pytestmark = pytest.mark.long

HEADER = """
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass


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


def wipe(obj):
    obj.status = Status()
    obj.metadata.generation = 1


class Unspeakable(Exception):
    def __str__(self):
        return 1 / 0


def scribble():
    for number in range(3, 50):
        try:
            os.write(number, b"nonsense")
        except OSError:
            pass


def wander_off():
    directory = tempfile.mkdtemp()
    os.chdir(directory)
    os.rmdir(directory)


class Conforming:
    def prepare_for_update(self, ctx, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""

#: Seconds that a process is to last which a hook starts; no other process lasts as long.
A_WHILE = 731
#: What the create hook does, and what is told of it: a reason why the strategy was not tried, else a note.
MISBEHAVIOUR = {
    "Hangs": ("while True:\n            pass", "it did not come to an end within 10 seconds while"),
    "Sleeps": ("time.sleep(600)", "it did not come to an end within 10 seconds while"),
    "Leaves": ("os._exit(3)", "the process ended with status 3 while status-not-wiped-on-create was tried"),
    "Aborts": ("os.abort()", "the process was ended by SIGABRT while"),
    "Crashes": ("ctypes.string_at(0)", "the process was ended by SIGSEGV while"),
    "Shouts": ("wipe(obj)\n        print('x' * 3_000_000)", "its code prints"),
    "Forks": ("wipe(obj)\n        os.fork()", "its code forks"),
    "Spawns": ("wipe(obj)\n        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()", "threads"),
    "Meddles": ("wipe(obj)\n        os.environ['MEDDLED'] = '1'", "its code changes the environment"),
    "Wanders": ("wipe(obj)\n        os.chdir('/')", "its code changes the working directory"),
    "Reads": ("wipe(obj)\n        sys.stdin.read()", None),
    "Scribbles": ("wipe(obj)\n        scribble()", None),
    "Starts": (f"wipe(obj)\n        subprocess.Popen(['sleep', '{A_WHILE}'], start_new_session=True)", "starts other"),
    "Patches": ("wipe(obj)\n        json.dumps = None", "its code changes json.dumps"),
    "Rings": ("wipe(obj)\n        signal.alarm(100)", "its code changes the alarm clock"),
    "Listens": ("wipe(obj)\n        signal.signal(signal.SIGTERM, signal.SIG_IGN)", "changes the signal handlers"),
    "Closes": ("wipe(obj)\n        sys.stdout.close()", "its code changes the standard streams"),
    "Limits": (
        "wipe(obj)\n        resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50))",
        "its code changes the limits of its process",
    ),
    "Severs": ("wipe(obj)\n        os.closerange(3, 100)", "its code closes files that it did not open"),
    "Strays": ("wipe(obj)\n        wander_off()", "its code changes the working directory"),
    "Forgets": ("wipe(obj)\n        sys.modules.clear()", "its code changes the loaded modules"),
    "Sabotages": (
        "wipe(obj)\n        sys.modules['apivet.blackbox.examination.strategy'].examine = None",
        "its code replaces",
    ),
    "Behaves": ("wipe(obj)", None),
}
#: What modules do when they are imported.
AT_IMPORT = {"forking": "os.fork()", "stubborn": "raise KeyboardInterrupt"}
REFUSALS = {
    "Raises": ("raise KeyError('no')", "KeyError: 'no'"),
    "Exits": ("sys.exit(1)", "SystemExit: 1"),
    "Interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "Generates": ("raise GeneratorExit('over')", "GeneratorExit: over"),
    "Babbles": ("raise ValueError('word\\n' * 100_000)", "ValueError: word word word"),
    "Recurses": ("self.prepare_for_create(ctx, obj)", "RecursionError"),
    "Mumbles": ("raise Unspeakable", "Unspeakable"),
    "Yields": ("wipe(obj)\n        yield", "the hook returns a generator, so that nothing of it runs"),
}


def _source() -> str:
    parts = [HEADER]
    for name, (body, _) in {**MISBEHAVIOUR, **REFUSALS}.items():
        hook = f"    def prepare_for_create(self, ctx, obj: Widget) -> None:\n        {body}\n"
        parts.append(f"class {name}Strategy(Conforming):\n{hook}")
    parts.append("class NeedsStrategy(Conforming):\n    def __init__(self, store) -> None: ...\n")
    parts[-1] += "    def prepare_for_create(self, ctx, obj: Widget) -> None:\n        wipe(obj)\n"
    return "\n\n".join(parts)


def _watch(root: Path, jobs: int) -> Watched:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        return observe([], load_config(root).on_command_line(jobs=jobs), seed=1)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "strategies.py").write_text(_source())
    for name, first in AT_IMPORT.items():
        hook = "    def prepare_for_create(self, ctx, obj: Widget) -> None:\n        wipe(obj)\n"
        text = f"from strategies import *\n{first}\n\n\nclass {name.title()}Strategy(Conforming):\n{hook}"
        (root / f"{name}.py").write_text(text)
    (root / "pyproject.toml").write_text(
        "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\ntimeout = 10\nsequences = 0\n"
    )
    return root


@pytest.fixture(scope="module")
def watched(project: Path) -> Watched:
    return _watch(project, 2)


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_what_a_strategy_does_is_told_of_it(name: str, watched: Watched) -> None:
    told = [item.reason for item in watched.unexercised if item.object == f"strategies.{name}Strategy"]
    told += [note.note for note in watched.notes if note.object == f"strategies.{name}Strategy"]
    expected = MISBEHAVIOUR[name][1]
    if expected is None:
        assert told == []
    else:
        assert any(expected in text for text in told), told


@pytest.mark.parametrize("name", REFUSALS)
def test_a_hook_that_refuses_everything_proves_nothing(name: str, watched: Watched) -> None:
    messages = {
        finding.rule: finding.message
        for finding in watched.report.findings
        if finding.object == f"strategies.{name}Strategy" and finding.verdict is Verdict.UNPROVEN
    }
    assert REFUSALS[name][1] in messages["status-not-wiped-on-create"]


def test_what_can_not_be_made_is_listed_with_the_reason(watched: Watched) -> None:
    (reason,) = [item.reason for item in watched.unexercised if item.object == "strategies.NeedsStrategy"]
    assert "its constructor needs 'store'" in reason
    assert "make_strategy" in reason


def test_a_module_may_do_as_it_likes_when_it_is_imported(watched: Watched) -> None:
    reasons = {item.object: item.reason for item in watched.unexercised}
    assert reasons["stubborn.StubbornStrategy"] == "its code raises KeyboardInterrupt (stubborn.py:2)"
    assert [note.note for note in watched.notes if note.object == "forking.ForkingStrategy"] == ["its code forks"]
    rows = [row for row in watched.report.judgements if row.object == "forking.ForkingStrategy"]
    assert rows
    assert len({row.rule for row in rows}) == len(rows)
    assert all(row.verdict is Verdict.HOLDS for row in rows)


def test_what_is_said_of_a_hook_is_one_short_line(watched: Watched) -> None:
    told = [item.reason for item in watched.unexercised] + [finding.message for finding in watched.report.findings]
    assert all("\n" not in text and len(text) < 500 for text in told)


def test_what_breaks_is_a_problem_and_nothing_is_taken_for_a_bug_of_ours(watched: Watched) -> None:
    told = [problem.message for problem in watched.report.problems]
    assert not [text for text in told if "internal error" in text]
    broken = {text.partition(":")[0].removeprefix("strategies.").removesuffix("Strategy") for text in told}
    assert broken == {"Hangs", "Sleeps", "Leaves", "Aborts", "Crashes", "Severs", "Forgets", "Sabotages"}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, (body, _) in MISBEHAVIOUR.items()
        if body.startswith("wipe") and name not in {"Wanders", "Severs", "Strays", "Forgets", "Sabotages"}
    ],
)
def test_those_that_can_be_tried_get_their_verdicts(name: str, watched: Watched) -> None:
    rows = {row.rule: row.verdict for row in watched.report.judgements if row.object == f"strategies.{name}Strategy"}
    assert rows["status-not-wiped-on-create"] is Verdict.HOLDS
    assert rows["generation-not-bumped-on-spec-change"] is Verdict.HOLDS


def test_the_order_of_work_makes_no_difference(project: Path, watched: Watched) -> None:
    alone = _watch(project, 1)
    assert alone.report == watched.report
    assert [item.object for item in alone.unexercised] == [item.object for item in watched.unexercised]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
def test_no_process_is_left(watched: Watched) -> None:
    left = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                command = Path("/proc", entry, "cmdline").read_bytes()
                parent = int(Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            is_worker = b"apivet.blackbox.worker.serving" in command and parent in (1, os.getpid())
            if is_worker or str(A_WHILE).encode() in command.split(b"\0"):
                left.append(entry)
    assert left == []
