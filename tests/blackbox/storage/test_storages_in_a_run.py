"""Configured storages in a run: each is held to every promise, and one that can't be is a failure of the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.scenario_models import ImportedPlace, StorageAssignment
from apivet.blackbox.scenarios.storages import examine_storage
from apivet.blackbox.storage_conformance import CHECKS
from apivet.cli import main
from apivet.storage.results import clause

pytestmark = pytest.mark.long

FIXTURES = Path(__file__).parents[3] / "fixtures"
STORES = """\
import asyncio
import os
import sys
import time

sys.path.insert(0, {fixtures!r})
from apivet.blackbox.storage_conformance import StorageUnderTest
from sample_apiserver.testing import SQLiteConfigMaps


def sound():
    return SQLiteConfigMaps()


async def awaited():
    return SQLiteConfigMaps()


class Plain(SQLiteConfigMaps):
    second, namespace = StorageUnderTest.second, StorageUnderTest.namespace


class Forgetful(Plain):
    def count(self):
        return 0


class Stuck(Plain):
    def watch(self, version=""):
        time.sleep(1000)


class StuckAndBlank(Stuck):
    def create(self, obj):
        created = super().create(obj)
        created.metadata.labels = {{}}
        return created


class StuckAwaiting(Plain):
    def watch(self, version=""):
        asyncio.run(asyncio.Event().wait())


class Leaving(Plain):
    def count(self):
        sys.exit(0)


class Gone(Plain):
    def count(self):
        os._exit(0)


class Killed(Plain):
    def count(self):
        os.kill(os.getpid(), 9)


class Unclosed(Plain):
    def close(self):
        super().close()
        raise OSError("it is in use")


class UnclosedForgetful(Forgetful, Unclosed):
    pass


TIMES = []


class Forking(Plain):
    def count(self):
        if not TIMES:
            TIMES.append(1)
            child = os.fork()
            if child:
                os.waitpid(child, 0)
        return super().count()


def twice():
    TIMES.append(1)
    if len(TIMES) > 2:
        raise ConnectionError("no more of them")
    return SQLiteConfigMaps()


def leaving():
    os._exit(3)


def lingering():
    time.sleep(1000)


def other():
    return 7


def needy(database):
    return SQLiteConfigMaps()


thing = 3
"""


SEARCH_PATH = "its code changes the module search path"


def exercised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seconds: float = 60) -> Examined:
    """What comes of one of the stores."""
    (tmp_path / "stores.py").write_text(STORES.format(fixtures=str(FIXTURES)))
    monkeypatch.syspath_prepend(str(tmp_path))
    return examine_storage(StorageAssignment(name=name, target=ImportedPlace("stores", name), seconds=seconds))


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> tuple[int, list[str]]:
    """How a run ends that is told of such stores, and its lines without the place that each begins with."""
    (tmp_path / "stores.py").write_text(STORES.format(fixtures=str(FIXTURES)))
    stores = ", ".join(f'"stores:{name}"' for name in names)
    (tmp_path / "pyproject.toml").write_text(
        f"[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\nstorages = [{stores}]\n"
    )
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["blackbox", "--seed", "1", "."])
    lines = [re.sub(r"^stores\.py:\d+: ", "", line) for line in result.output.splitlines()]
    return result.exit_code, [line for line in lines if not line.endswith(SEARCH_PATH)]


def broken(examined: Examined) -> list[str]:
    """The promises that are not kept, with what was seen, and why the others could not be tried."""
    found = [f"{seen.field}: {seen.detail}" for seen in examined.observations if seen.verdict == "violated"]
    return [*found, *examined.failures]


@pytest.mark.parametrize("name", ["sound", "awaited"])
def test_one_that_keeps_every_promise_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    examined = exercised(tmp_path, monkeypatch, name)
    assert (examined.runs, examined.failures, examined.notes) == (len(CHECKS), (), (SEARCH_PATH,))
    assert {seen.verdict for seen in examined.observations} == {"holds"}
    rows = {seen.field for seen in examined.observations}
    assert {"stale-write-conflicts", "watch-in-order", "linearizable"} <= rows
    assert "time-to-live" not in rows  # which it does not offer


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Forgetful", ["count: expected the counts [0, 1, 2, 3, 3, 2]; saw [0, 0, 0, 0, 0, 0]"]),
        (
            "Leaving",
            [
                "nothing-at-first: expected no exception; saw SystemExit in count: 0",
                "count: expected no exception; saw SystemExit in count: 0",
            ],
        ),
        (
            "Gone",
            [
                "nothing-at-first: count ends the process, with status 0",
                "count: count ends the process, with status 0",
            ],
        ),
        (
            "Killed",
            [
                "nothing-at-first: count ends the process, by SIGKILL",
                "count: count ends the process, by SIGKILL",
            ],
        ),
        ("Unclosed", ["close: expected no exception; saw OSError in close: it is in use"]),
        (
            "UnclosedForgetful",
            [
                "close: expected no exception; saw OSError in close: it is in use",
                "count: expected the counts [0, 1, 2, 3, 3, 2]; saw [0, 0, 0, 0, 0, 0]",
            ],
        ),
        (
            "twice",
            [
                "it can't be made: ConnectionError: no more of them",
                f"create-returns-what-is-stored was not tried, nor any promise behind it ({len(CHECKS) - 2} in all)",
            ],
        ),
    ],
)
def test_what_is_wrong_with_one_is_told_and_nothing_else_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: list[str]
) -> None:
    examined = exercised(tmp_path, monkeypatch, name)
    assert broken(examined) == told
    assert examined.reason == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("leaving", "it can't be made: it ends the process, with status 3"),
        ("lingering", "it can't be made: it does not come to an end within 2 seconds"),
        ("other", "it makes a int, and no StorageUnderTest"),
        ("thing", "it can't be made: a int can't be called"),
        ("needy", "it can't be made: TypeError: needy() missing 1 required positional argument: 'database'"),
        ("nowhere", "stores.nowhere can't be imported: AttributeError: module 'stores' has no attribute 'nowhere'"),
    ],
)
def test_why_one_can_not_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str) -> None:
    examined = exercised(tmp_path, monkeypatch, name, seconds=8 if name == "lingering" else 60)
    assert (examined.reason, examined.failures, examined.runs) == (told, (), 0)


@pytest.mark.parametrize("name", ["Stuck", "StuckAwaiting", "StuckAndBlank"])
def test_a_check_that_hangs_is_named_and_those_before_it_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    first, rest = "update-without-change", "stale-write-conflicts"
    behind = [clause(check) for check in CHECKS].index(rest)
    examined = exercised(tmp_path, monkeypatch, name, seconds=20)
    before = ["create-returns-what-is-stored"] if name == "StuckAndBlank" else []
    told = broken(examined)
    assert [failure.partition(":")[0] for failure in told[:-2]] == before
    assert told[-2:] == [
        f"{first}: watch does not come to an end within 5 seconds",
        f"{rest} was not tried, nor any promise behind it ({len(CHECKS) - behind} in all)",
    ]
    assert {seen.field for seen in examined.observations if seen.verdict == "unproven"} == {
        clause(check) for check in CHECKS[behind:]
    }
    assert examined.runs == behind


def test_a_fork_of_its_making_says_nothing_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examined = exercised(tmp_path, monkeypatch, "Forking")
    assert examined.notes == (SEARCH_PATH, "its code starts other processes")
    assert (examined.runs, broken(examined)) == (len(CHECKS), [])


def test_a_run_names_what_is_wrong_and_checks_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, lines = run(tmp_path, monkeypatch, "Gone", "nowhere", "Forgetful", "sound")
    assert status == 1, lines
    promise = "the storage does not keep "
    assert sum(promise in line for line in lines) == 3, lines
    assert any("expected the counts [0, 1, 2, 3, 3, 2]; saw [0, 0, 0, 0, 0, 0]" in line for line in lines)
    assert sum("count ends the process, with status 0" in line for line in lines) == 2
    assert (
        "stores.nowhere was not exercised: stores.nowhere can't be imported: AttributeError: module 'stores' has no"
        " attribute 'nowhere'"
    ) in lines


def test_a_run_over_those_that_keep_every_promise_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, lines = run(tmp_path, monkeypatch, "sound")
    assert (status, len(lines)) == (0, 1), lines
    assert f"; {len(CHECKS)} runs of hooks;" in lines[0]
