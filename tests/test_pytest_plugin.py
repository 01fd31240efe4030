"""The pytest door: every verdict of the gate is a test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
SAMPLE = Path(__file__).parent / "samples" / "widgets"
STRATEGY = "widgets/strategy.py"
OBJECT = "widgets.strategy.WidgetStrategy"
WIPES = "        obj.status = WidgetStatus()\n"
WIPED = f"apivet::{OBJECT}::status-not-wiped-on-create[status]"
KEPT = f"apivet::{OBJECT}::status-not-kept-on-update[status]"
ARGUMENTS = ("-p", "apivet.pytest_plugin", "-p", "no:cacheprovider")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever plugins are installed around here, inner runs have those that they ask for."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_TESTRUNUID", raising=False)


@pytest.fixture(name="project")
def _project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A conforming project with a test of its own."""
    shutil.copytree(SAMPLE, pytester.path / "widgets", ignore=shutil.ignore_patterns("__pycache__"))
    write(pytester, "pyproject.toml", "[tool.apivet]\ncache = false\n[tool.pytest.ini_options]\n")
    write(pytester, "tests/test_own.py", "def test_own() -> None: ...\n")
    return pytester


def write(pytester: pytest.Pytester, name: str, text: str) -> None:
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def break_it(pytester: pytest.Pytester) -> None:
    text = (pytester.path / STRATEGY).read_text()
    assert text.count(WIPES) == 1
    (pytester.path / STRATEGY).write_text(text.replace(WIPES, ""))


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess(*ARGUMENTS, *arguments)


def ids(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    result = run(pytester, "--apivet", "--collect-only", "-q", *arguments)
    return [line for line in result.outlines if "::" in line]


# ------------------------------------------------------------------------------------------------ the gate for real


def test_there_is_a_test_for_each_verdict_beside_the_projects_own(project: pytest.Pytester) -> None:
    result = run(project, "--apivet", "-v", "--apivet-seed", "1")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["apivet: --apivet-seed=1"])
    for name in ("tests/test_own.py::test_own", KEPT, WIPED):
        assert any(line.startswith(f"{name} PASSED") for line in result.outlines), name
    assert "collected 0 items" not in result.stdout.str()


def test_what_is_broken_fails_with_the_way_there_and_the_smallest_case(project: pytest.Pytester) -> None:
    break_it(project)
    result = run(project, "--apivet")
    result.assert_outcomes(passed=9, failed=1)
    text = result.stdout.str()
    for line in (
        f"{STRATEGY}:11:5: E9701 status-not-wiped-on-create: status that the caller sent on create is stored",
        "    11 | def prepare_for_create(self, ctx: object, obj: Widget) -> None:",
        f"    {STRATEGY}:11: nothing sets status on the way",
        "    seen by: the static check and the black box",
        "case = Case(",
        f"FAILED {WIPED}",
    ):
        assert line in text
    assert "Traceback" not in text


def test_without_the_option_nothing_of_it_is_there(project: pytest.Pytester) -> None:
    break_it(project)
    result = run(project)
    result.assert_outcomes(passed=1)
    assert "apivet" not in result.stdout.str().partition("rootdir")[0].replace(str(project.path), "")


def test_by_the_source_alone_no_hook_is_run(project: pytest.Pytester) -> None:
    write(project, "widgets/__init__.py", f"open({str(project.path / 'ran')!r}, 'w').close()\n")
    result = run(project, "--apivet", "--apivet-static")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["apivet: by the source alone"])
    assert not (project.path / "ran").exists()


def test_two_workers_have_the_same_tests_and_the_gate_is_asked_once(project: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    break_it(project)
    asked = project.path / "asked"
    write(
        project,
        "conftest.py",
        "import apivet.pytest_plugin as door\n\nask = door._ask_gate\n\n\n"
        f"def counted(config):\n    open({str(asked)!r}, 'a').write('once ')\n    return ask(config)\n\n\n"
        "door._ask_gate = counted\n",
    )
    result = run(project, "--apivet", "--apivet-static", "-p", "xdist", "-n", "2", "-v")
    result.assert_outcomes(passed=9, failed=1)
    assert f"FAILED {WIPED}" in result.stdout.str()
    assert asked.read_text() == "once "


def test_below_the_top_the_tests_are_the_same(project: pytest.Pytester) -> None:
    expected = ids(project, "--apivet-static")
    assert WIPED in expected
    os.chdir(project.path / "tests")
    assert ids(project, "--apivet-static") == expected
    for name in (KEPT, f"../{KEPT}"):
        run(project, "--apivet", "--apivet-static", name).assert_outcomes(passed=1)


def test_a_broken_configuration_is_one_clear_line(project: pytest.Pytester) -> None:
    write(project, "pyproject.toml", "[tool.apivet]\nslect = []\n")
    result = run(project, "--apivet")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    errors = [line for line in result.errlines if line]
    assert errors == ["ERROR: apivet: pyproject.toml: tool.apivet.slect: unknown key; did you mean 'select'?"]


def test_a_base_that_is_none_is_one_clear_line(project: pytest.Pytester) -> None:
    result = run(project, "--apivet", "--apivet-base", "nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: apivet: --base nowhere: *"])


@pytest.mark.parametrize("seed", ["-1", "1.5", "lucky"])
def test_what_is_no_seed_is_one_clear_line(project: pytest.Pytester, seed: str) -> None:
    result = run(project, "--apivet", f"--apivet-seed={seed}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    told = result.stderr.str()
    assert f"argument --apivet-seed: '{seed}' is no seed: it must be a whole number, 0 or more" in told
    assert "gate" not in told


def test_a_broken_file_is_a_test_that_fails(project: pytest.Pytester) -> None:
    write(project, "widgets/broken.py", "class (:  # prepare_for_create\n")
    result = run(project, "--apivet", "--apivet-static")
    assert "FAILED apivet::widgets/broken.py::usable" in result.stdout.str()
    result.assert_outcomes(passed=10, failed=1)


def test_paths_come_from_the_command_line_or_the_ini_file(project: pytest.Pytester) -> None:
    shutil.copytree(project.path / "widgets", project.path / "gadgets" / "widgets")
    write(project, "gadgets/__init__.py", "")
    objects = {name.split("::")[1] for name in ids(project, "--apivet-static") if name.startswith("apivet::")}
    assert len(objects) == 2
    os.chdir(project.path / "tests")
    given = ids(project, "--apivet-static", "--apivet-paths", "../gadgets")
    assert {name.split("::")[1] for name in given if "apivet::" in name} == objects - {OBJECT}
    with (project.path / "pyproject.toml").open("a") as settings:
        settings.write('apivet_paths = ["gadgets"]\n')
    assert ids(project, "--apivet-static") == given


def test_the_package_says_that_it_is_a_plugin(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    # As if it were installed just now, whatever this environment knows of it.
    write(
        project, "site/conventions-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: conventions\nVersion: 1.0\n"
    )
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    write(project, "site/conventions-1.0.dist-info/entry_points.txt", f"[pytest11]\n{lines}")
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    monkeypatch.setenv("PYTHONPATH", str(project.path / "site"), prepend=os.pathsep)
    result = project.runpytest_subprocess("-p", "no:kmock", "--help")
    result.stdout.fnmatch_lines(["conventions of Kubernetes-style APIs (apivet):", "*--apivet *"])


def test_loading_it_imports_next_to_nothing() -> None:
    code = (
        "import pytest, sys; before = set(sys.modules); import apivet.pytest_plugin; "
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) <= {
        "apivet",
        "apivet.pytest_plugin",
        "json",
        "json.decoder",
        "json.encoder",
        "json.scanner",
        "_json",
    }


# --------------------------------------------------------------------------------------- what becomes of an answer

RULE = "status-kept"


def verdict(verdict_: str, object_: str = "a.A", **more: Any) -> dict[str, Any]:
    return {"object": object_, "rule": RULE, "field": "status", "verdict": verdict_, "evidence": ["static"], **more}


def finding(verdict_: str = "violated", object_: str = "a.A", **more: Any) -> dict[str, Any]:
    place = {"path": "a.py", "line": 3, "column": 4, "witness": []}
    told = {
        "id": "E9799",
        "severity": "error",
        "message": "status is lost",
        "fingerprint": "abc",
        "suppressed_by": None,
    }
    return {**verdict(verdict_, object_), **place, **told, **more}


def disagreement() -> dict[str, Any]:
    place = {"path": "a.py", "line": 3, "message": "the two disagree"}
    return {**verdict("violated"), **place, "static": "holds", "blackbox": "violated"}


@pytest.fixture(name="answered")
def _answered(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Runs over what a gate answered."""
    empty: dict[str, Any] = {"cases": {}, "exceptions": {}, "fail_on": "warning", "strict": False}
    lists = ("verdicts", "findings", "disagreements", "unexercised", "storages", "problems")

    def run_over(*arguments: str, **answer: Any) -> pytest.RunResult:
        document = {**empty, **{name: [] for name in lists}, **answer}
        write(pytester, "answer.json", json.dumps(document))
        write(
            pytester,
            "conftest.py",
            "import apivet.pytest_plugin as door\n\n"
            "door._ask_gate = lambda config: (config.rootpath / 'answer.json').read_text()\n",
        )
        return run(pytester, "--apivet", "-rxs", *arguments)

    return run_over


def test_a_test_fails_for_what_the_project_says_that_its_gate_fails_for(project: pytest.Pytester) -> None:
    hook = "def prepare_for_update(self, obj: Widget, old: Widget) -> None:"
    plain = (
        f"class PlainStatusStrategy:\n    {hook}\n        obj.spec = old.spec\n        obj.metadata = old.metadata\n"
    )
    write(project, "widgets/plain.py", f"from widgets.types import Widget\n\n\n{plain}")
    pyproject = (project.path / "pyproject.toml").read_text()
    write(project, "pyproject.toml", pyproject.replace("[tool.apivet]", '[tool.apivet]\nfail-on = "refactor"'))
    result = run(project, "--apivet", "--apivet-static")
    assert result.ret == 1
    assert "boilerplate-hook" in next(line for line in result.outlines if line.startswith("FAILED"))
    assert run(project, "--apivet", "--apivet-static", "-k", "not boilerplate").ret == 0


@pytest.mark.parametrize(("least", "outcome"), [("error", "skipped"), ("warning", "failed"), ("refactor", "failed")])
def test_a_warning_fails_where_the_project_says_so(
    least: str, outcome: str, answered: Callable[..., pytest.RunResult]
) -> None:
    warning = finding(severity="warning", message="the name is reserved")
    result = answered(verdicts=[verdict("violated")], findings=[warning], fail_on=least)
    result.assert_outcomes(**{outcome: 1})


def test_what_is_unproven_fails_where_the_project_is_strict(answered: Callable[..., pytest.RunResult]) -> None:
    unseen = finding(verdict="unproven", severity="info")
    result = answered(verdicts=[verdict("unproven")], findings=[unseen], strict=True)
    result.assert_outcomes(failed=1)


def test_advice_fails_nothing(answered: Callable[..., pytest.RunResult]) -> None:
    advice = finding(severity="refactor", message="the hook does what the default does")
    result = answered(verdicts=[verdict("violated")], findings=[advice])
    result.assert_outcomes(skipped=1)
    assert "advice: the hook does what the default does" in result.stdout.str()
    answered(verdicts=[verdict("violated")], findings=[finding(severity="error")]).assert_outcomes(failed=1)


def test_what_is_unproven_is_skipped_or_fails_with_strict(answered: Callable[..., pytest.RunResult]) -> None:
    answer = {"verdicts": [verdict("unproven")], "findings": [finding("unproven", message="nobody knows")]}
    result = answered(**answer)
    result.assert_outcomes(skipped=1)
    assert "unproven: nobody knows" in result.stdout.str()
    answered("--apivet-strict", **answer).assert_outcomes(failed=1)


def test_what_an_exception_covers_fails_as_expected(answered: Callable[..., pytest.RunResult]) -> None:
    covered = finding(suppressed_by="exceptions/exceptions.toml:3")
    answer = {
        "verdicts": [verdict("violated")],
        "findings": [covered],
        "exceptions": {"exceptions/exceptions.toml:3": "Kept for\ncompatibility."},
    }
    result = answered(**answer)
    result.assert_outcomes(xfailed=1)
    assert "exceptions/exceptions.toml:3: Kept for compatibility." in result.stdout.str()
    answered("--runxfail", **answer).assert_outcomes(failed=1)


def test_a_strategy_that_was_not_tried_is_skipped_beside_its_verdicts(
    answered: Callable[..., pytest.RunResult],
) -> None:
    untried = [{"object": "a.A", "path": "a.py", "line": 1, "reason": "no arguments are known"}]
    result = answered("-v", verdicts=[verdict("holds")], unexercised=untried)
    result.assert_outcomes(passed=1, skipped=1)
    assert "apivet::a.A::exercised SKIPPED (not exercised: no arguments" in result.stdout.str()
    strict = answered("--apivet-strict", verdicts=[verdict("holds")], unexercised=untried)
    strict.assert_outcomes(passed=1, failed=1)
    assert "a.py:1: not exercised: no arguments are known" in strict.stdout.str()


def test_only_what_a_rule_asks_something_of_fails_with_strict(answered: Callable[..., pytest.RunResult]) -> None:
    untried = {"object": "a.A", "path": "a.py", "line": 1, "reason": "no rule asks anything of it", "fails": "never"}
    answered("--apivet-strict", unexercised=[untried]).assert_outcomes(skipped=1)
    answered(unexercised=[{**untried, "fails": "always"}]).assert_outcomes(failed=1)


def test_a_storage_is_a_test_that_fails_with_each_promise_it_breaks(
    answered: Callable[..., pytest.RunResult],
) -> None:
    broken = {"object": "a.broken", "path": "a.py", "line": 7, "failures": ["check_create: twice", "check_count: 0"]}
    sound = {"object": "a.sound", "path": "a.py", "line": 9, "failures": []}
    result = answered("-v", storages=[broken, sound])
    result.assert_outcomes(passed=1, failed=1)
    for line in ("a.py:7: check_create: twice", "a.py:7: check_count: 0"):
        assert line in result.outlines
    assert any(line.startswith("apivet::a.sound::storage-conformance PASSED") for line in result.outlines)


UNTRIED = """\
class StuckStrategy:
    def __init__(self, needed: int) -> None:
        self.needed = needed

    def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        obj.status = WidgetStatus()
"""
STORAGES = """\
from apivet.blackbox.storage_conformance import StorageUnderTest


class Forgetful:
    pass


def forgetful() -> StorageUnderTest:
    raise ValueError("no disk")
"""


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")])
def test_what_the_black_box_could_not_try_is_told_by_the_gate_itself(
    project: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    if workers:
        pytest.importorskip("xdist")
    strategy = (project.path / STRATEGY).read_text()
    write(project, STRATEGY, f"{strategy}\n\n{UNTRIED}")
    write(project, "stores.py", STORAGES)
    table = '[tool.apivet.blackbox]\nstorages = ["stores:forgetful"]\n'
    write(project, "pyproject.toml", f"[tool.apivet]\ncache = false\n{table}")
    result = run(project, "--apivet", "--apivet-seed", "1", "-v", "-rs", *workers)
    text = result.stdout.str()
    for name, outcome, reason in (
        ("widgets.strategy.StuckStrategy::exercised", "SKIPPED", "not exercised: "),
        ("stores.forgetful::", "FAILED", "it can't be made: ValueError: no disk"),
    ):
        assert any(name in line and outcome in line for line in result.outlines), text
        assert reason in text
    strict = run(project, "--apivet", "--apivet-seed", "1", "--apivet-strict", *workers)
    assert "FAILED apivet::widgets.strategy.StuckStrategy::exercised" in strict.stdout.str()
    assert "FAILED apivet::stores.forgetful::" in strict.stdout.str()


def test_a_disagreement_fails_and_says_so(answered: Callable[..., pytest.RunResult]) -> None:
    result = answered(verdicts=[verdict("violated")], findings=[finding()], disagreements=[disagreement()])
    result.assert_outcomes(failed=1)
    assert "a.py:3: the two disagree" in result.stdout.str()


def test_a_type_that_differs_through_another_is_left_to_that_ones_test(
    answered: Callable[..., pytest.RunResult],
) -> None:
    result = answered(verdicts=[verdict("violated", through="a.B.size")])
    result.assert_outcomes(skipped=1)
    assert "violated only through a.B.size" in result.stdout.str()


def test_a_finding_without_a_verdict_is_a_test_too(answered: Callable[..., pytest.RunResult]) -> None:
    row = finding(rule="exception-unused", object="exceptions/exceptions.toml", field=None)
    result = answered(findings=[row])
    result.assert_outcomes(failed=1)
    assert "FAILED apivet::exceptions/exceptions.toml::exception-unused" in answered("-rf", findings=[row]).stdout.str()


def test_all_findings_of_one_thing_are_one_test(answered: Callable[..., pytest.RunResult]) -> None:
    result = answered(findings=[finding(), finding(message="and so is its place")])
    result.assert_outcomes(failed=1)
    assert "and so is its place" in result.stdout.str()


def test_tests_are_chosen_by_name_mark_and_id(answered: Callable[..., pytest.RunResult]) -> None:
    answer = {"verdicts": [verdict("holds"), verdict("holds", "b.B")]}
    write_own = "def test_own(): ...\n"
    for arguments, outcome in [
        ((), 3),
        (("-k", "b.B"), 1),
        (("-m", "apivet"), 2),
        (("-m", "not apivet"), 1),
        ((f"apivet::b.B::{RULE}[status]",), 1),
        ((f"apivet::b.B::{RULE}",), 1),
        (("apivet::a.A",), 1),
        (("apivet",), 2),
        (("apivet::a.A", "test_own.py"), 2),
        (("--deselect", "apivet::a.A"), 2),
    ]:
        Path("test_own.py").write_text(write_own)
        assert answered(*arguments, **answer).parseoutcomes()["passed"] == outcome, arguments
    result = answered("apivet::c.C", **answer)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: not found: apivet::c.C"])


def test_workers_choose_by_id_as_well(answered: Callable[..., pytest.RunResult]) -> None:
    pytest.importorskip("xdist")
    Path("test_own.py").write_text("def test_own(): ...\n")
    answer = {"verdicts": [verdict("holds"), verdict("holds", "b.B")]}
    result = answered("-p", "xdist", "-n", "2", "apivet::b.B", **answer)
    result.assert_outcomes(passed=1)


def test_a_report_for_machines_names_object_and_rule(answered: Callable[..., pytest.RunResult]) -> None:
    answered("--junitxml=report.xml", findings=[finding()])
    (case,) = ElementTree.parse("report.xml").getroot().iter("testcase")
    assert (case.get("classname"), case.get("name")) == ("apivet.a.A", f"{RULE}[status]")
    (failure,) = case
    assert "status is lost" in (failure.text or "")


def test_what_a_source_says_cannot_spoil_the_terminal(answered: Callable[..., pytest.RunResult]) -> None:
    result = answered(findings=[finding(message="\x1b[31mred\nalert", object="a.\u202eA")])
    text = result.stdout.str()
    assert "\x1b" not in text
    assert "\\x1b[31mred\\nalert" in text


def test_the_options_need_the_one_that_switches_it_on(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--apivet-strict")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --apivet-strict does nothing without --apivet"])
