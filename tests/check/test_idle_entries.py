"""Entries of the configuration that match nothing, runs that find nothing, and which findings fail a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet import __version__
from apivet.cli import main

STRATEGY = """
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Level:
    metres: float = 0.0


@dataclass
class Gauge:
    metadata: Meta
    observed: Level = field(default_factory=Level)


class GaugeStrategy:
    def before_save(self, ctx: object, obj: Gauge) -> None:
        obj.observed = Level()

    def prepare_for_update(self, ctx: object, obj: Gauge, old: Gauge) -> None:
        obj.observed = old.observed
"""
WORDS = '[tool.apivet.vocabulary]\nprepare-for-create = "before_save"\nstatus = "observed"\n'


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gauges.py").write_text(STRATEGY)
    return tmp_path


def check(*arguments: str, command: str = "check") -> tuple[int, dict[str, Any]]:
    """The exit status and the report of a run."""
    given = [command, "--format", "json", "--jobs", "1", *arguments]
    result = CliRunner().invoke(main, given if command == "blackbox" else [*given, *_without_cache(command)])
    return result.exit_code, json.loads(result.stdout)


def _without_cache(command: str) -> list[str]:
    return ["--no-cache"] if command == "check" else []


def lines(report: dict[str, Any]) -> list[tuple[str, bool]]:
    return [(each["message"].removeprefix("tool.apivet."), each["fatal"]) for each in report["problems"]]


@pytest.mark.parametrize(
    ("configuration", "line", "fatal"),
    [
        (WORDS + 'spec = "desired"\n', "vocabulary.spec: nothing in the source is called 'desired'", True),
        (
            WORDS + 'gate-functions = ["enabled", "is_lit"]\n',
            "vocabulary.gate-functions: nothing in the source is called 'is_lit'",
            True,
        ),
        (
            '[tool.apivet]\nfeature-gates = ["tides.gates"]\n' + WORDS,
            "feature-gates: no source file is the module 'tides.gates'",
            True,
        ),
        (
            '[tool.apivet]\nsource-roots = [".", "empty"]\n' + WORDS,
            "source-roots: there is no source file below 'empty'",
            True,
        ),
        ('[tool.apivet]\nexclude = ["old/*.py"]\n' + WORDS, "exclude: 'old/*.py' excludes nothing", False),
        ('[tool.apivet]\nexceptions = "waived.toml"\n' + WORDS, "exceptions: 'waived.toml' is not there", False),
        ('[tool.apivet]\nowners = "PILOTS"\n' + WORDS, "owners: 'PILOTS' is not there", False),
    ],
)
def test_an_entry_that_matches_nothing_is_told(tree: Path, configuration: str, line: str, fatal: bool) -> None:
    (tree / "empty").mkdir()
    (tree / "pyproject.toml").write_text(configuration)
    status, report = check()
    assert lines(report) == [(line, fatal)]
    assert status == (2 if fatal else 0)
    assert report["summary"]["problems"] == 1
    (tree / "more").mkdir()
    (tree / "more" / "other.py").write_text("")
    assert check("more")[1]["problems"] == [], "of a part of the tree nobody can tell"


def test_entries_that_match_are_no_problem(tree: Path) -> None:
    for name in ("old/away.py", "old/deep/away.py", "src/gates.py", "node_modules/x.py"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("")
    patterns = '["old/", "old/deep/*.py", "/gone/../old", "node_modules", "!kept.py", "src/*.txt"]'
    (tree / "pyproject.toml").write_text(
        f'[tool.apivet]\nexclude = {patterns}\nfeature-gates = ["gates"]\nsource-roots = ["src"]\n{WORDS}'
    )
    status, report = check()
    assert lines(report) == [(f"exclude: '{each}' excludes nothing", False) for each in ("/gone/../old", "src/*.txt")]
    assert status == 0


def test_a_word_in_a_comment_is_none(tree: Path) -> None:
    (tree / "gauges.py").write_text(STRATEGY + "# no desired state here\n")
    (tree / "pyproject.toml").write_text(WORDS + 'spec = "desired"\n')
    assert check()[0] == 2
    (tree / "other.py").write_text("class Any:\n    desired: int  # or not\n")
    assert check()[0] == 0


@pytest.mark.parametrize(
    ("configuration", "arguments", "status"),
    [
        ("", (), 0),
        ("", ("--strict",), 2),
        ("", ("--strict", "sub"), 2),
        ("", ("--strict", "plain.py"), 0),
        ("[tool.apivet]\nstrict = true\n", (), 2),
        ('[tool.apivet.vocabulary]\nspec = "wanted"\n', (), 2),
        ('[tool.apivet.vocabulary]\nspec = "wanted"\n', ("plain.py",), 0),
        ('[[tool.apivet.hub]]\nhub = "plain"\nserved = "sub.other"\n', (), 2),
    ],
)
def test_a_run_that_finds_nothing_to_judge(
    tree: Path, configuration: str, arguments: tuple[str, ...], status: int
) -> None:
    (tree / "gauges.py").unlink()
    (tree / "plain.py").write_text("wanted = 1\n")
    (tree / "sub").mkdir()
    (tree / "sub" / "other.py").write_text("")
    (tree / "pyproject.toml").write_text(configuration)
    found, report = check(*arguments)
    assert found == status
    expected = [("no strategy and no type was found", True)] if status else []
    assert lines(report) == expected


BOILERPLATE = STRATEGY.replace("before_save", "prepare_for_create").replace("observed", "status")


@pytest.mark.parametrize("command", ["check", "gate"])
@pytest.mark.parametrize(
    ("arguments", "configuration", "status"),
    [
        ((), "", 0),
        (("--fail-on", "refactor"), "", 1),
        ((), '[tool.apivet]\nfail-on = "refactor"\n', 1),
        (("--fail-on", "error"), '[tool.apivet]\nfail-on = "refactor"\n', 0),
    ],
)
def test_advice_fails_the_run_where_that_is_asked_for(
    tree: Path, command: str, arguments: tuple[str, ...], configuration: str, status: int
) -> None:
    (tree / "gauges.py").write_text(BOILERPLATE)
    (tree / "pyproject.toml").write_text(configuration)
    static = ("--static",) if command == "gate" else ()
    found, report = check(*static, *arguments, command=command)
    assert {each["severity"] for each in report["findings"]} == {"refactor"}
    assert found == status


def test_a_violation_fails_the_run_at_any_severity_up_to_its_own(tree: Path) -> None:
    (tree / "gauges.py").write_text(BOILERPLATE.replace("obj.status = Level()", "pass"))
    assert [check("--fail-on", each)[0] for each in ("error", "warning", "refactor")] == [1, 1, 1]
    assert check(command="blackbox")[0] == 1


def test_what_is_unproven_weighs_nothing_by_itself(tree: Path) -> None:
    (tree / "gauges.py").write_text(BOILERPLATE.replace("obj.status = Level()", "unknown(obj)"))
    status, report = check("--ignore", "boilerplate-hook", "--fail-on", "refactor")
    assert (status, {each["severity"] for each in report["findings"]}) == (0, {"info"})
    assert check("--ignore", "boilerplate-hook", "--strict")[0] == 1


@pytest.mark.parametrize("value", ['"info"', '"none"', "true", "[]"])
def test_a_severity_is_one_of_three(tree: Path, value: str) -> None:
    (tree / "pyproject.toml").write_text(f"[tool.apivet]\nfail-on = {value}\n")
    result = CliRunner().invoke(main, ["check"])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "tool.apivet.fail-on: must be" in result.stderr


@pytest.mark.parametrize("command", ["check", "gate", "blackbox"])
def test_a_report_says_what_made_it(tree: Path, command: str) -> None:
    (tree / "gauges.py").write_text(BOILERPLATE)
    report = check(command=command)[1]
    assert report["tool"] == {"name": "apivet", "version": __version__}
    assert report["config"] == []
    assert report["help_uri"].endswith("/{symbol}")
    (tree / "pyproject.toml").write_text("[tool.other]\n")
    assert check(command=command)[1]["config"] == []
    (tree / "pyproject.toml").write_text("[tool.apivet]\n")
    assert check(command=command)[1]["config"] == ["pyproject.toml"]
