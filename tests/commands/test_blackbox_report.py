"""What ``apivet blackbox`` reports besides findings: for machines in the JSON document, for people in lines."""

from __future__ import annotations

import functools
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

pytestmark = pytest.mark.long

SAMPLE = Path(__file__).parents[1] / "samples" / "widgets"
FIXTURES = Path(__file__).parents[2] / "fixtures"
STRATEGY = "widgets.strategy.WidgetStrategy"
WIPES = "        obj.status = WidgetStatus()\n"
STUCK = """

class StuckStrategy:
    def __init__(self, needed: int) -> None:
        self.needed = needed

    def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        obj.status = WidgetStatus()
"""
STORES = """\
import sys

sys.path.insert(0, {fixtures!r})
from apivet.blackbox.storage_conformance import StorageUnderTest
from sample_apiserver.testing import SQLiteConfigMaps


class Storage(SQLiteConfigMaps):
    pass


def sound() -> StorageUnderTest:
    return Storage()

"""
#: The keys of every report (contract section 9), and those of one that has tried things.
KEYS = ["version", "findings", "verdicts", "tool", "config", "help_uri", "problems", "unfollowed", "missing", "summary"]
MORE = ["tried", "unexercised", "storages", "failures", "notes", "cases", "runs", "seed"]


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


#: A run over the tree as it is, once for all who ask what it says.
seen = functools.cache(run)


def document(*arguments: str, command: str = "blackbox", status: int = 1) -> dict[str, Any]:
    """The report of a run over a tree that the test has changed."""
    return _document(run(command, "--format", "json", "--seed", "1", *arguments), status)


def seen_document(*arguments: str, command: str = "blackbox") -> dict[str, Any]:
    """The report of a run over the tree as it is."""
    return _document(seen(command, "--format", "json", "--seed", "1", *arguments), 1)


def _document(result: Result, status: int) -> dict[str, Any]:
    assert result.exit_code == status, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    return report


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A strategy that is broken, one that can't be made, one that changes the environment, a storage, and a
    transformer that is not there."""
    root = tmp_path_factory.mktemp("tree")
    shutil.copytree(SAMPLE, root / "widgets", ignore=shutil.ignore_patterns("__pycache__"))
    path = root / "widgets" / "strategy.py"
    text = path.read_text()
    assert text.count(WIPES) == 1
    text = text.replace(WIPES, '        os.environ["WIDGETS"] = "1"\n')
    path.write_text(text.replace("\n\n\nclass", "\nimport os\n\n\nclass", 1) + STUCK)
    (root / "stores.py").write_text(STORES.format(fixtures=str(FIXTURES)))
    (root / "pyproject.toml").write_text(
        "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\n"
        'storages = ["stores:sound"]\ntransformers = ["stores:missing"]\n'
    )
    yield root
    seen.cache_clear()


@pytest.fixture(autouse=True)
def _there(original: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(original)


@pytest.fixture
def tree(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy that the test may change."""
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    monkeypatch.chdir(copy)
    return copy


# ------------------------------------------------------------------------------------------------------ for machines


def test_the_document_has_the_keys_of_every_report_first() -> None:
    report = seen_document(".")
    assert list(report) == [*KEYS, *MORE]
    assert report["version"] == 1
    gated = seen_document(".", command="gate")
    assert list(gated) == [*KEYS, *MORE, "disagreements", "exceptions", "base", "fail_on", "strict"]
    for key in ("tried", "unexercised", "storages", "notes", "cases", "runs", "seed"):
        assert gated[key] == report[key]


def test_what_was_not_tried_has_its_place_and_its_reason() -> None:
    report = seen_document(".")
    rows = {row["object"]: row for row in report["unexercised"]}
    assert set(rows) == {"widgets.strategy.StuckStrategy", "stores.missing"}
    stuck = rows["widgets.strategy.StuckStrategy"]
    line = Path("widgets/strategy.py").read_text().splitlines().index("class StuckStrategy:") + 1
    assert (stuck["path"], stuck["line"]) == ("widgets/strategy.py", line)
    assert "needed" in stuck["reason"]
    assert "can't be imported" in rows["stores.missing"]["reason"]
    assert (stuck["fails"], rows["stores.missing"]["fails"]) == ("strict", "strict")
    assert report["tried"]["strategies"] == 1
    assert report["runs"] > 0
    assert report["seed"] == 1


def test_storages_and_what_code_does_besides_are_there() -> None:
    report = seen_document(".")
    (storage,) = report["storages"]
    assert (storage["object"], storage["path"], storage["failures"]) == ("stores.sound", "stores.py", [])
    assert report["failures"] == []
    assert {(row["object"], row["path"], row["note"]) for row in report["notes"]} >= {
        (STRATEGY, "widgets/strategy.py", "its code changes the environment")
    }


def test_a_promise_that_a_storage_breaks_is_a_row_of_its_own_and_fails_the_run(tree: Path) -> None:
    path = tree / "stores.py"
    text = path.read_text()
    path.write_text(text.replace("    pass\n", "    def count(self) -> int:\n        return 0\n"))
    (tree / "pyproject.toml").write_text(
        '[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\nstorages = ["stores:sound"]\n'
    )
    report = document("stores.py", status=1)
    (count,) = [row for row in report["findings"] if row["field"] == "count"]
    assert (count["rule"], count["object"], count["path"]) == ("storage-contract-broken", "stores.sound", "stores.py")
    rows = {row["field"]: row["verdict"] for row in report["verdicts"] if row["object"] == "stores.sound"}
    assert (rows["count"], rows["list"], rows["linearizable"]) == ("violated", "holds", "holds")
    assert report["storages"][0]["failures"] == []
    lines = run("blackbox", "--seed", "1", "stores.py").stdout.splitlines()
    assert any(line.startswith(f"stores.py:{count['line']}:") and "does not keep count" in line for line in lines), (
        lines
    )


def test_each_case_belongs_to_a_finding_and_can_be_run(tree: Path) -> None:
    report = seen_document(".")
    broken = [row["fingerprint"] for row in report["findings"] if row["verdict"] == "violated"]
    assert list(report["cases"]) == broken
    (tree / "case.py").write_text(report["cases"][broken[0]])
    assert run("blackbox", "--replay", "case.py").exit_code == 1


def test_only_rules_that_are_on_have_cases() -> None:
    assert document(".", "--ignore", "status-not-wiped-on-create", status=0)["cases"] == {}


def test_the_document_is_the_same_however_many_workers_there_are() -> None:
    assert seen_document(".", "-j", "1") == seen_document(".", "-j", "2")


def test_problems_are_in_the_document_as_well(tree: Path) -> None:
    (tree / "pyproject.toml").write_text("[tool.apivet]\n")
    (tree / "widgets" / "odd.py").write_text("class OddStrategy:\n    def prepare_for_create(self, ctx, obj: (\n")
    report = document(".", status=2)
    assert [(row["path"], row["line"]) for row in report["problems"]] == [("widgets/odd.py", 2)]


# -------------------------------------------------------------------------------------------------------- for people


def test_the_last_line_says_what_the_run_is_worth() -> None:
    result = seen("blackbox", "--seed", "1", ".")
    last = result.stdout.splitlines()[-1]
    assert re.fullmatch(
        r"1 strategy and 1 conversion, codec or the like tried, 2 not: \d+ verdicts hold, 1 violated, "
        r"0 unproven, 0 suppressed; [\d,]+ runs of hooks; seed 1 \(--seed 1 repeats this run\)",
        last,
    ), last
    assert run("blackbox", "--seed", "1", ".").stdout == result.stdout


def test_the_seed_that_was_drawn_is_told() -> None:
    last = seen("blackbox", ".").stdout.splitlines()[-1]
    found = re.search(r"seed (\d+) \(--seed (\d+) repeats this run\)$", last)
    assert found is not None
    assert found[1] == found[2]


def test_a_finding_is_followed_by_its_case_and_lines_lead_to_places() -> None:
    assert "case = Case(" not in seen("blackbox", "--seed", "1", ".").stdout
    lines = seen("blackbox", "--seed", "1", "--verbose", ".").stdout.splitlines()
    finding = next(number for number, line in enumerate(lines) if " status-not-wiped-on-create: " in line)
    heading = lines.index("    The smallest case that shows it:")
    assert finding < heading < lines.index("case = Case(")
    assert re.match(r"widgets/strategy\.py:\d+:\d+: ", lines[finding])
    besides = [line for line in lines if " was not exercised: " in line or "changes the environment" in line]
    assert len(besides) == 3
    assert all(re.match(r"\S+\.py:\d+: ", line) for line in besides)


def test_without_a_terminal_there_are_no_colours_and_no_progress() -> None:
    for command in ("blackbox", "gate"):
        result = seen(command, "--seed", "1", ".")
        assert "\x1b" not in result.output
        assert result.stderr == ""


def test_the_gate_says_how_to_see_the_same_again() -> None:
    lines = seen("gate", "--seed", "1", ".").stdout.splitlines()
    assert re.match(r"\d+ files, 2 strategies, \d+ types?: ", lines[-2])
    assert lines[-1].startswith("1 strategy and 1 conversion, codec or the like tried, 2 not; ")
    assert lines[-1].endswith("; seed 1 (--seed 1 repeats this run)")


@pytest.mark.parametrize(
    ("one", "other"), [("--replay", "--record"), ("--record", "--compare"), ("--save", "--replay")]
)
def test_options_that_exclude_each_other_are_refused(one: str, other: str) -> None:
    result = run("blackbox", one, "x", other, "y")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr


# --------------------------------------------------------------------------------------------------------- verbose


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_a_wordy_run_prints_each_verdict_with_what_it_rests_on(command: str, tree: Path) -> None:
    (tree / "pyproject.toml").write_text("[tool.apivet]\n")
    path = tree / "widgets" / "strategy.py"
    idle = '    def prepare_for_create(self, ctx: object, obj: Widget) -> None:\n        if obj is None:\n            print("odd")\n'
    text = path.read_text()
    start = text.index("    def prepare_for_create")
    path.write_text(text[:start] + idle + text[text.index("\n", start) + 1 :])
    line = path.read_text()[: path.read_text().index('print("odd")')].count("\n") + 1
    rows = json.loads(run(command, "--format", "json", "--seed", "1", ".").stdout)["verdicts"]
    lines = run(command, "--verbose", "--seed", "1", ".").stdout.splitlines()
    first = lines.index(STRATEGY)
    told = lines[first + 1 :]
    for row in (row for row in rows if row["object"] == STRATEGY):
        counts = rf"tried +{row['tried']}  stored +{row['stored']}  effective +{row['effective']}"
        about = row["rule"] + (f" {row['field']}" if row["field"] else "")
        pattern = re.compile(rf"  {row['verdict']:<8}  {counts}  {re.escape(about)}")
        assert any(pattern.fullmatch(line) for line in told), pattern.pattern
    assert f"  widgets/strategy.py:{line}: never ran" in told
    assert not any(
        text.startswith("  widgets/strategy.py") for text in run(command, "--seed", "1", ".").stdout.splitlines()
    )
