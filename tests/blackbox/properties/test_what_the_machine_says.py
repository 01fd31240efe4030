"""Hooks that go by the machine they run on: its clock, its names and numbers, and what it draws."""

from __future__ import annotations

import datetime
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

from apivet.blackbox.limits import RANDOM_RUNS
from apivet.check.observing import observe
from apivet.config import load_config

HEAD = """
from __future__ import annotations
import getpass, os, platform, secrets, signal, socket, time, uuid
import datetime as dt
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from time import time as present
SEASON = datetime(2032, 10, 11, 12)
def heard(number: int) -> bool:
    got = []
    before = signal.signal(signal.SIGUSR2, lambda *given: got.append(given))
    os.kill(number, signal.SIGUSR2)
    signal.signal(signal.SIGUSR2, before)
    return bool(got)
@dataclass
class Meta:
    name: str = ""
    uid: str = ""
    changed: float = 0.0
@dataclass
class Spec:
    salt: int = 0
    bought: datetime = datetime(2021, 5, 6)
    cooked: datetime = datetime(2021, 5, 6, tzinfo=timezone.utc)
@dataclass
class Status:
    phase: str = ""
@dataclass
class Pan:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    clock = time.time
    def __init__(self, read=time.time) -> None:
        self.read = read
    def lets_through(self, obj) -> bool:
        return False
    def prepare_for_create(self, ctx, obj: Pan) -> None:
        obj.status = Status()
    def prepare_for_update(self, ctx, obj: Pan, old: Pan) -> None:
        if not self.lets_through(obj):
            obj.status = old.status
"""
LEAKS = (
    *("datetime.now() < datetime(2031, 1, 1)", "datetime.now() >= SEASON", "date.today() == date(2033, 3, 4)"),
    *("date.today().weekday() == 5", "datetime.now(timezone.utc).hour >= 23 and date.today().weekday() > 4"),
    *("dt.datetime.utcnow().minute == 17", "(datetime.now() - datetime(2024, 1, 1)).days > 3000"),
    *("datetime.now().isoformat() > '2050-01-01'", "time.strftime('%H') == '23'", "time.gmtime().tm_mday == 31"),
    *("int(time.time()) % 2", "present() < 1900000000", "present() > 1900000000", "self.read() < 1000000000"),
    *("self.clock() > 4000000000", "int(time.monotonic()) % 2", "time.time_ns() > 2 * 10**18"),
    *("datetime.now() > SEASON and obj.spec.salt == 7", "date.today().year < 2010 and obj.metadata.name == 'old'"),
    *("os.getuid() != 0", "os.getpid() % 2", "socket.gethostname().startswith('sea')", "platform.node() == 'brine'"),
    *("getpass.getuser() == 'guest'", "uuid.uuid4().int % 2", "secrets.randbelow(3) == 0", "os.urandom(1)[0] > 128"),
    *(
        "abs(obj.spec.bought - datetime.now()) < timedelta(hours=1)",
        "abs(dt.datetime.utcnow() - obj.spec.bought).days < 2",
    ),
    "abs(obj.spec.cooked - datetime.now(timezone.utc)) < timedelta(hours=1)",
    "datetime.fromisoformat(obj.metadata.uid) > datetime.now() - timedelta(hours=2)",
    "abs(datetime.now(timezone.utc) - datetime.fromisoformat(obj.metadata.uid)) < timedelta(minutes=5)",
)
#: The same questions, of which no answer lets anything through.
KEEPS = (
    "setattr(obj.metadata, 'changed', time.time())",
    "setattr(obj.metadata, 'uid', str(uuid.uuid4()))",
    "datetime.now() < datetime(1, 1, 2)",
    "abs(obj.spec.bought - datetime.now()) < timedelta(0)",
    "id(obj) == 5",
    "os.getpid() < 0",
    "not heard(os.getpid())",
    "time.sleep(0.002) or time.time() < self.read() - 5",
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    conditions = {
        f"{name}{n}": each for name, all_ in (("Leak", LEAKS), ("Keep", KEEPS)) for n, each in enumerate(all_)
    }
    classes = "".join(
        f"class {name}Strategy(Base):\n    def lets_through(self, obj):\n        return {condition}\n"
        for name, condition in conditions.items()
    )
    return watched_in(tmp_path_factory.mktemp("pans"), {"pans.py": HEAD + classes}, config="sequences = 0\n")


def _verdicts(report: dict[str, Any], strategy: str) -> set[str]:
    return {row["verdict"] for row in report["verdicts"] if row["object"] == f"pans.{strategy}Strategy"}


@pytest.mark.parametrize("number", range(len(LEAKS)), ids=LEAKS)
def test_one_answer_lets_it_through(number: int, report: dict[str, Any]) -> None:
    assert _verdicts(report, f"Leak{number}") == {"holds", "violated"}


@pytest.mark.parametrize("number", range(len(KEEPS)), ids=KEEPS)
def test_no_answer_does(number: int, report: dict[str, Any]) -> None:
    assert _verdicts(report, f"Keep{number}") == {"holds"}


def test_the_project_is_told_of_nothing(report: dict[str, Any]) -> None:
    assert not report["problems"]
    assert "changes" not in report["told"]


@pytest.mark.parametrize(
    "asked", ["present() > 1900000000", "abs(obj.spec.bought - datetime.now()) < timedelta(minutes=5)"]
)
def test_a_case_brings_its_time(asked: str, tmp_path: Path) -> None:
    leak = f"class SaltStrategy(Base):\n    def lets_through(self, obj):\n        return {asked}\n"
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "pans.py").write_text(HEAD + leak)
    (case,) = observe([tmp_path], load_config(tmp_path), seed=1).cases.values()
    script = tmp_path / "case.py"
    script.write_text(case)
    assert 'context={"@time": ' in script.read_text()
    command = [sys.executable, "-m", "apivet", "blackbox", "--replay", "case.py"]
    replayed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert replayed.returncode == 1, replayed.stderr


def test_an_object_lies_elsewhere_each_time(tmp_path: Path) -> None:
    """The last runs of code that asks where an object lies are those in which chance decides."""
    project, told = tmp_path / "pans", tmp_path / "told"
    project.mkdir()
    asked = f"open({str(told)!r}, 'a').write(f'{{id(obj)}}\\n') < 0"
    (project / "pyproject.toml").write_text("[tool.apivet]\n[tool.apivet.blackbox]\nsequences = 0\n")
    leak = f"class SaltStrategy(Base):\n    def lets_through(self, obj):\n        return {asked}\n"
    (project / "pans.py").write_text(HEAD + leak)
    observe([project], load_config(project), seed=1)
    places = told.read_text().split()[-RANDOM_RUNS:]
    assert len(set(places)) == RANDOM_RUNS


def test_who_else_asks_is_told_the_truth() -> None:
    """In this process nothing was replaced, or nobody notices."""
    assert abs(datetime.datetime.now().timestamp() - time.time()) < 5
    assert uuid.uuid4() != uuid.uuid4()
