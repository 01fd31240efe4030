"""A whole run, from the command line to the report and the exit status."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

SAMPLE = Path(__file__).parents[1] / "samples" / "widgets"
CONFORMING = (SAMPLE / "strategy.py").read_text()
#: Breaks one rule, and nothing else.
BROKEN = CONFORMING.replace("        obj.status = WidgetStatus()\n", "")
RULE = "status-not-wiped-on-create"
OBJECT = "widgets.strategy.WidgetStrategy"


def write_server(directory: Path, strategy: str = BROKEN) -> Path:
    """A package ``widgets`` with these hooks; gives the path of the strategy's module."""
    shutil.copytree(SAMPLE, directory / "widgets", ignore=shutil.ignore_patterns("__pycache__"))
    path = directory / "widgets" / "strategy.py"
    path.write_text(strategy)
    return path


def exception_entry(more: str = "") -> str:
    """An entry for the finding in ``BROKEN``."""
    return (
        f'[[exception]]\nrule = "{RULE}"\nobject = "{OBJECT}"\nfield = "status"\n'
        f'reason = "Agents register themselves."\napproved-by = "approver@example.org"\n{more}'
    )


def write_exceptions(directory: Path, *entries: str) -> None:
    """The exceptions of a server, and their approver."""
    place = directory / "exceptions"
    place.mkdir()
    (place / "exceptions.toml").write_text("\n".join(["version = 1", *entries]))
    (place / "OWNERS").write_text("approvers: [approver@example.org]\n")


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    monkeypatch.chdir(tree)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(name="tree")
def _here() -> Path:
    return Path.cwd()


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="apivet")


def report(*arguments: str) -> dict[str, Any]:
    result = check("--format", "json", *arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def told(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding["rule"], finding["path"]) for finding in document["findings"]]


# -------------------------------------------------------------------------------------------------------- findings


def test_a_conforming_server_gives_nothing(tree: Path) -> None:
    write_server(tree, CONFORMING)
    result = check()
    assert result.exit_code == 0, result.output
    assert result.stdout == "3 files, 1 strategy, 1 type: 0 violated, 0 unproven, 0 suppressed\n"
    assert result.stderr == ""


def test_a_broken_one_gives_the_finding_and_its_witness(tree: Path) -> None:
    write_server(tree)
    document = report()
    (finding,) = document["findings"]
    assert (finding["rule"], finding["id"], finding["verdict"]) == (RULE, "E9701", "violated")
    assert (finding["object"], finding["field"], finding["confidence"]) == (OBJECT, "status", "certain")
    assert finding["path"] == "widgets/strategy.py"
    assert finding["witness"]
    assert finding["suppressed_by"] is None
    result = check()
    assert result.exit_code == 1
    assert result.stdout.startswith("widgets/strategy.py:")
    assert f"E9701 {RULE}: " in result.stdout


def test_verdicts_tell_what_was_looked_at(tree: Path) -> None:
    write_server(tree)
    verdicts = {(row["object"], row["rule"]): row["verdict"] for row in report()["verdicts"]}
    assert verdicts[(OBJECT, RULE)] == "violated"
    assert verdicts[(OBJECT, "status-not-kept-on-update")] == "holds"


def test_rules_can_be_picked_and_left_out(tree: Path) -> None:
    write_server(tree)
    assert told(report("--select", "E9701")) == [(RULE, "widgets/strategy.py")]
    assert {row["rule"] for row in report("--select", f"E9702,{RULE}")["verdicts"]} == {
        RULE,
        "status-not-kept-on-update",
    }
    assert told(report("--ignore", RULE)) == []
    assert check("--ignore", "E9701").exit_code == 0


def test_unproven_fails_the_run_only_when_strict(tree: Path) -> None:
    hidden = CONFORMING.replace("obj.status = WidgetStatus()", "scrub(obj)")
    write_server(tree, hidden.replace("\nclass ", "from elsewhere import scrub\n\n\nclass "))
    document = report("--select", RULE)
    assert [finding["verdict"] for finding in document["findings"]] == ["unproven"]
    assert document["summary"]["unproven"] == 1
    assert check("--select", RULE).exit_code == 0
    assert check("--select", RULE, "--strict").exit_code == 1


# ------------------------------------------------------------------------------------------------------ exceptions


def test_an_exception_marks_its_finding(tree: Path) -> None:
    write_server(tree)
    write_exceptions(tree, exception_entry())
    document = report()
    assert [finding["suppressed_by"] for finding in document["findings"]] == ["exceptions/exceptions.toml:2"]
    assert document["summary"]["suppressed"] == 1
    result = check()
    assert result.exit_code == 0
    assert RULE not in result.stdout
    assert "1 suppressed" in result.stdout
    assert RULE in check("--show-suppressed").stdout


def test_an_unused_exception_is_told_by_full_runs_only(tree: Path) -> None:
    write_server(tree, CONFORMING)
    write_exceptions(tree, exception_entry())
    unused = [("exception-unused", "exceptions/exceptions.toml")]
    assert told(report()) == unused
    assert told(report(".")) == unused
    assert told(report(str(tree))) == unused
    assert told(report("widgets")) == []
    assert told(report("widgets/strategy.py")) == []
    assert told(report("--ignore", "E9701")) == []
    assert told(report("--select", "E9702,exception-unused")) == []
    assert check().exit_code == 1


def test_part_of_a_project_is_no_full_run(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_server(tree, CONFORMING)
    write_exceptions(tree, exception_entry())
    (tree / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tree / "widgets")
    assert told(report()) == []
    assert told(report("..")) == [("exception-unused", "../exceptions/exceptions.toml")]


def test_invalid_entries_are_findings_like_others(tree: Path) -> None:
    write_server(tree)
    write_exceptions(tree, exception_entry(more="path = 'x'\nowner = 1\n"))
    result = check("--format", "json")
    assert result.exit_code == 1
    assert result.stderr == ""
    document = json.loads(result.stdout)
    assert told(document) == [("exception-invalid", "exceptions/exceptions.toml")] * 2 + [(RULE, "widgets/strategy.py")]
    assert document["findings"][0]["fingerprint"] != document["findings"][1]["fingerprint"]


def test_a_broken_exceptions_file_is_one_line_and_2(tree: Path) -> None:
    write_server(tree)
    write_exceptions(tree, "[[exception]")
    result = check()
    assert result.exit_code == 2
    assert result.stderr.startswith("exceptions/exceptions.toml:2: not valid TOML: ")
    assert RULE in result.stdout


def test_a_comment_does_not_switch_a_rule_off(tree: Path) -> None:
    hook = "    def prepare_for_create(self, ctx: object, obj: Widget) -> None:"
    write_server(tree, BROKEN.replace(hook, f"{hook}  # pylint: disable={RULE}"))
    assert (RULE, "widgets/strategy.py") in told(report())
    assert check().exit_code == 1


# ---------------------------------------------------------------------------------------------------- broken input


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("syntax.py", b"def f(:\n", "syntax.py:1: syntax error"),
        ("null.py", b"x = 1\n\0\n", "null.py:2: source contains null bytes"),
        ("bytes.py", b"x = 1\ny = '\xff'\n", "bytes.py:2: "),
        ("cookie.py", b"# coding: nonsense\n", "cookie.py:1: "),
        ("deep.py", b"x = " + b"(" * 5000 + b")" * 5000 + b"\n", "deep.py:1: "),
        ("deeper.py", b"x = " + b"-" * 100_000 + b"1\n", "deeper.py:1: "),
    ],
)
def test_a_broken_file_is_named_and_the_rest_is_checked(tree: Path, name: str, data: bytes, message: str) -> None:
    write_server(tree)
    (tree / name).write_bytes(data)
    for _ in ("cold", "from the cache"):
        result = check(".", name)
        assert result.exit_code == 2
        assert result.stderr.startswith(message)
        assert len(result.stderr.splitlines()) == 1
        assert RULE in result.stdout


def test_an_unreadable_file(tree: Path) -> None:
    write_server(tree)
    secret = tree / "secret.py"
    secret.write_text("x = 1\n")
    secret.chmod(0)
    if os.access(secret, os.R_OK):
        pytest.skip("this user may read everything")
    assert "secret.py: cannot be read: Permission denied\n" in check().stderr


@pytest.mark.parametrize("arguments", [[], ["."], ["empty"]])
def test_nothing_collected_is_2_and_says_what_to_do(tree: Path, arguments: list[str]) -> None:
    (tree / "empty").mkdir()
    (tree / "README.md").write_text("no source\n")
    result = check(*arguments)
    assert result.exit_code == 2
    assert "Go source file found; name a file or directory that holds some" in result.stderr
    assert json.loads(check("--format", "json", *arguments).stdout)["findings"] == []


def test_a_missing_path_is_named_and_the_rest_is_checked(tree: Path) -> None:
    write_server(tree)
    result = check("nowhere", "widgets")
    assert result.exit_code == 2
    assert result.stderr == "nowhere: no such file or directory\n"
    assert RULE in result.stdout


def test_a_bug_in_a_rule_is_a_line_about_the_file(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **options: object) -> None:
        raise KeyError("unexpected")

    monkeypatch.setattr("apivet.conventions.judge", broken)
    write_server(tree)
    result = check("--no-cache")
    assert result.exit_code == 2
    assert result.stderr.startswith("widgets/strategy.py: internal error: KeyError: 'unexpected' (test_check.py:")


# ---------------------------------------------------------------------------------------- the same, whatever the way


def many(tree: Path, number: int = 46) -> None:
    for index in range(number):
        write_server(tree / f"group{index:03}", (BROKEN, CONFORMING)[index % 2])
    (tree / "group000" / "widgets" / "broken.py").write_text("def  # prepare_for_create\n")


def test_output_is_the_same_for_any_number_of_jobs_and_order_of_paths(tree: Path) -> None:
    many(tree)
    groups = sorted(path.name for path in tree.iterdir())
    for format_, ways in (("text", [[]]), ("json", [[], groups[::-1], [*groups, "."]])):
        runs = [check("--no-cache", "--format", format_, "-j", jobs, *paths) for jobs in ("1", "2") for paths in ways]
        assert {run.exit_code for run in runs} == {2}
        assert len({run.stdout for run in runs}) == 1
        assert len({run.stderr for run in runs}) == 1
        assert runs[0].stdout.count(RULE) >= 23


def test_output_is_the_same_whatever_is_known_from_before(tree: Path) -> None:
    many(tree)
    groups = sorted(path.name for path in tree.iterdir())
    expected = check("--no-cache", "--format", "json", "-j", "1")
    ways: list[tuple[str, list[str]]] = [
        ("2", []),
        ("1", []),
        ("2", groups[::-1]),
        ("1", groups[::2] + groups),
        ("2", []),
    ]
    for jobs, paths in ways:
        run = check("--format", "json", "-j", jobs, *paths)
        assert (run.stdout, run.stderr, run.exit_code) == (expected.stdout, expected.stderr, expected.exit_code)
        # Some are known, others are new, and one has changed back and forth.
        strategy = tree / groups[len(paths) % 7] / "widgets" / "strategy.py"
        text = strategy.read_text()
        strategy.write_text(CONFORMING if text == BROKEN else BROKEN)
        assert check("--format", "json", "-j", jobs).stdout != expected.stdout
        strategy.write_text(text)


def test_workers_that_start_afresh_say_the_same(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(tree)
    alone = check("--no-cache", "--format", "json", "-j", "1").stdout
    monkeypatch.setattr("apivet.jobs._START_METHOD", "spawn")
    assert check("--no-cache", "--format", "json", "-j", "2").stdout == alone


def test_a_second_run_says_the_same_without_looking_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(tree, 3)
    first = check("--format", "json")

    def unexpected(*_: object) -> None:
        raise AssertionError("this file was looked at again")

    for name in (
        "python.front_end.disablings",
        "python.files.choosing.relevant_files",
        "python.discover.summaries.summarise",
        "conventions.judge",
    ):
        monkeypatch.setattr(f"apivet.{name}", unexpected)
    again = check("--format", "json")
    assert (again.stdout, again.stderr, again.exit_code) == (first.stdout, first.stderr, first.exit_code)


def test_a_change_is_seen_although_results_are_kept(tree: Path) -> None:
    strategy = write_server(tree, CONFORMING)
    assert told(report()) == []
    strategy.write_text(BROKEN)
    assert told(report()) == [(RULE, "widgets/strategy.py")]
    strategy.write_text(CONFORMING)
    assert told(report()) == []


def test_a_change_in_another_file_is_seen(tree: Path) -> None:
    helped = CONFORMING.replace("obj.status = WidgetStatus()", "wipe(obj)")
    write_server(tree, helped.replace("\nclass ", "from widgets.helpers import wipe\n\n\nclass "))
    helpers = tree / "widgets" / "helpers.py"
    helpers.write_text("def wipe(obj):\n    obj.status = None\n")
    assert told(report("--select", RULE)) == []
    helpers.write_text("def wipe(obj):\n    pass\n")
    assert told(report("--select", RULE)) == [(RULE, "widgets/strategy.py")]


def test_a_file_that_appears_or_goes_is_seen(tree: Path) -> None:
    write_server(tree, CONFORMING)
    report()
    write_server(tree / "more")
    assert len(told(report())) == 1
    shutil.rmtree(tree / "more")
    assert told(report()) == []


def test_a_corrupt_cache_is_no_matter(tree: Path, tmp_path: Path) -> None:
    write_server(tree)
    first = check("--format", "json").stdout
    (cache,) = (tmp_path / "cache").rglob("*.json")
    document = json.loads(cache.read_text())
    for row in document["files"].values():
        row[2:] = [["nonsense"], {"a": 1}, [None, 3]]
    for content in ("{", json.dumps({**document, "choice": ["x"]}), json.dumps({**document, "choice": [1, [2]]})):
        cache.write_text(content)
        assert check("--format", "json").stdout == first


def test_a_run_leaves_nothing_in_the_tree(tree: Path) -> None:
    write_server(tree)
    before = sorted(tree.rglob("*"))
    check()
    assert sorted(tree.rglob("*")) == before


# ------------------------------------------------------------------------------------------------------ the summary


def test_the_types_of_a_file_that_is_checked_alone_are_counted(tree: Path) -> None:
    write_server(tree)
    assert report("widgets/types.py")["summary"]["types"] == 1


def test_a_type_counts_once_wherever_it_is_seen(tree: Path) -> None:
    write_server(tree)
    (tree / "more.py").write_text("from widgets.strategy import WidgetStrategy\nclass Other(WidgetStrategy): ...\n")
    assert report()["summary"]["types"] == 1
    assert report("widgets/strategy.py")["summary"]["types"] == 1


def test_gated_types_count_and_others_do_not(tree: Path) -> None:
    (tree / "types_.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Meta:\n    name: str\n\n\n@dataclass\nclass Plain:\n"
        "    metadata: dict[str, str]\n\n\n@dataclass\nclass Spec:\n    ports: int = 0  # +featureGate=Ports\n\n\n"
        "@dataclass\nclass Root:\n    metadata: Meta\n    spec: Spec\n"
    )
    assert report()["summary"]["types"] == 2


def test_a_gate_is_known_by_its_tag_in_a_file_that_is_not_checked(tree: Path) -> None:
    path = tree / "motors"
    path.mkdir()
    (path / "__init__.py").write_text("")
    (path / "types.py").write_text(
        "from dataclasses import dataclass\nfrom typing import Optional\n\n"
        "@dataclass\nclass Engine:\n    # +featureGate=Turbo\n    turbo: Optional[int] = None\n\n"
        "@dataclass\nclass Spec:\n    engines: list[Engine]\n\n"
        "@dataclass\nclass Motor:\n    spec: Spec\n"
    )
    strategy = path / "strategy.py"
    strategy.write_text(
        "from motors.types import Motor\nfrom flags import features\n\n"
        "class MotorStrategy:\n"
        "    def prepare_for_create(self, obj: Motor) -> None:\n"
        "        self._drop(obj, [])\n\n"
        "    def prepare_for_update(self, obj: Motor, old: Motor) -> None:\n"
        "        self._drop(obj, old.spec.engines)\n\n"
        "    def _drop(self, obj: Motor, stored: list) -> None:\n"
        "        if features.is_enabled('Turbo') or any(each.turbo is not None for each in stored):\n"
        "            return\n"
        "        for engine in obj.spec.engines:\n"
        "            engine.turbo = None\n"
    )
    for checked in (path, strategy):
        result = CliRunner().invoke(main, ["check", str(checked), "--no-cache", "--ignore", "boilerplate-hook"])
        assert (result.exit_code, result.output.count("violated")) == (0, 1), result.output
        assert "0 violated, 0 unproven" in result.output
