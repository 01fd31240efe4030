"""The pylint door: the same findings, as messages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from apivet.check import judging
from apivet.check.desk import Desk
from apivet.check.run import run
from apivet.config import load_config
from apivet.front_ends import trees
from apivet.program.files import SourceFile

SAMPLE = Path(__file__).parent / "samples" / "widgets"
CONFORMING = (SAMPLE / "strategy.py").read_text()
BROKEN = CONFORMING.replace("        obj.status = WidgetStatus()\n", "")
RULE = "status-not-wiped-on-create"
STRATEGY = "widgets/strategy.py"
#: Pylint's exit status for wrong usage.
USAGE_ERROR = 32


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_server(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYLINTHOME", str(tmp_path / ".pylint"))
    return tmp_path


def write_server(directory: Path, strategy: str = BROKEN) -> None:
    shutil.copytree(SAMPLE, directory / "widgets", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    (directory / STRATEGY).write_text(strategy)


def pylint(*arguments: str, stdin: str | None = None, enable: str = "apivet") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pylint", "--load-plugins=apivet", "--disable=all", f"--enable={enable}"]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, input=stdin, env=dict(os.environ))


def messages(*arguments: str, stdin: str | None = None, enable: str = "apivet") -> list[dict[str, Any]]:
    run = pylint("--output-format=json2", *arguments, stdin=stdin, enable=enable)
    assert "Traceback" not in run.stderr, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)["messages"]
    return found


def symbols(*arguments: str, stdin: str | None = None, enable: str = "apivet") -> list[tuple[str, str]]:
    found = messages(*arguments, stdin=stdin, enable=enable)
    return [(message["symbol"], message["path"]) for message in found]


def test_a_finding_is_a_message_on_one_line_with_its_confidence(tree: Path) -> None:
    (message,) = messages("widgets")
    assert (message["symbol"], message["messageId"], message["type"]) == (RULE, "E9701", "error")
    assert (message["path"], message["confidence"]) == (STRATEGY, "HIGH")
    assert "\n" not in message["message"]
    run = pylint("widgets")
    assert run.returncode == 2
    assert re.search(rf"^widgets/strategy\.py:\d+:\d+: E9701: .+ \({RULE}\)$", run.stdout, re.MULTILINE)


def test_the_name_of_a_hook_is_marked_at_the_place_that_check_gives(tree: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "apivet", "check", "--format", "json"], capture_output=True, text=True)
    (finding,) = json.loads(run.stdout)["findings"]
    (message,) = messages("widgets")
    assert (message["line"], message["message"]) == (finding["line"], finding["message"])
    marked = BROKEN.splitlines()[message["line"] - 1][message["column"] : message["endColumn"]]
    assert (marked, message["endLine"]) == ("prepare_for_create", message["line"])
    assert (message["module"], message["obj"]) == ("widgets.strategy", "WidgetStrategy.prepare_for_create")


def test_a_statement_is_marked_and_what_is_not_proved_is_told_to_those_who_ask(tree: Path) -> None:
    anew, kept = "        obj.status = WidgetStatus()\n", "        obj.status = old.status\n"
    (tree / STRATEGY).write_text(CONFORMING.replace(kept, anew).replace(anew, "        keep(obj)\n", 1))
    (broken,) = messages("widgets")
    assert broken["symbol"] == "status-not-kept-on-update"
    line = (tree / STRATEGY).read_text().splitlines()[broken["line"] - 1]
    assert line[broken["column"] : broken["endColumn"]] == "obj.status"
    assert broken["obj"] == "WidgetStrategy.prepare_for_update"
    told = messages("widgets", enable="apivet-unproven")
    assert {(each["symbol"], each["messageId"], each["type"]) for each in told} == {
        ("apivet-unproven", "I9799", "info")
    }
    (status,) = (each["message"] for each in told if each["message"].startswith("status-not-wiped-on-create"))
    assert status.startswith("status-not-wiped-on-create [status] is unproven: ")
    assert "\n" not in status


def test_each_module_is_judged_as_its_own_project_says(tree: Path) -> None:
    """An editor is opened where several projects lie side by side."""
    words = '[tool.apivet.vocabulary]\nprepare-for-create = "before_insert"\nprepare-for-update = "before_change"\n'
    for name in ("a", "b"):
        write_server(tree / name)
    (tree / "b" / "pyproject.toml").write_text(words)
    renamed = BROKEN.replace("prepare_for_create", "before_insert").replace("prepare_for_update", "before_change")
    (tree / "b" / STRATEGY).write_text(renamed)
    assert symbols("a", "b") == [(RULE, "a/widgets/strategy.py"), (RULE, "b/widgets/strategy.py")]
    assert symbols("b/widgets/strategy.py") == [(RULE, "b/widgets/strategy.py")]


def test_answers_are_shared_with_check(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the one has found out, the other is told."""
    (tree / "pyproject.toml").write_text('[tool.apivet]\ncache-dir = ".cache"\n')
    config = load_config()
    path, judge = str(tree / STRATEGY), judging.judge_file
    asked: list[str] = []

    def counted(bench: judging.TreeJudge, file: SourceFile) -> judging.JudgedFile:
        asked.append(file.path)
        return judge(bench, file)

    def linted() -> list[str]:
        desk = Desk(config, trees(config, str(tree))[0])
        found = desk.findings(path, BROKEN.encode())
        desk.close()
        return [finding.rule for finding in found]

    monkeypatch.setattr(judging, "judge_file", counted)
    monkeypatch.setattr("apivet.check.desk.judge_file", counted)
    assert linted() == [RULE]
    assert asked == [STRATEGY]
    assert [finding.rule for finding in run([], replace(config, jobs=1)).findings] == [RULE]
    assert STRATEGY not in asked[1:]
    shutil.rmtree(tree / ".cache")
    run([], replace(config, jobs=1))
    asked.clear()
    assert linted() == [RULE]
    assert asked == []
    (tree / STRATEGY).write_text(CONFORMING)
    assert linted() == [RULE]  # the text counts that is given, whatever lies in the file now
    assert asked == [STRATEGY]


def test_answers_about_files_outside_of_the_project_are_kept(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A linter may be sent through a tree that the configuration does not lie above."""
    (tree / "settings").mkdir()
    (tree / "settings/pyproject.toml").write_text('[tool.apivet]\ncache-dir = "cache"\n')
    config = load_config(tree / "settings")
    path, judge = str(tree / STRATEGY), judging.judge_file
    asked: list[str] = []

    def counted(bench: judging.TreeJudge, file: SourceFile) -> judging.JudgedFile:
        asked.append(file.path)
        return judge(bench, file)

    monkeypatch.setattr("apivet.check.desk.judge_file", counted)
    for data in (BROKEN, BROKEN, CONFORMING):
        (tree / STRATEGY).write_text(data)
        desk = Desk(config, trees(config, str(tree))[0])
        assert [finding.rule for finding in desk.findings(path, data.encode())] == ([RULE] if data is BROKEN else [])
        desk.close()
    assert asked == [STRATEGY, STRATEGY]


def test_without_a_declared_type_the_confidence_is_inference(tree: Path) -> None:
    bare = BROKEN.replace(": Widget", "").replace("from widgets.types import Widget, WidgetStatus\n", "")
    (tree / STRATEGY).write_text(bare)
    assert {message["confidence"] for message in messages("widgets") if message["symbol"] == RULE} == {"INFERENCE"}


def test_two_workers_say_the_same(tree: Path) -> None:
    write_server(tree / "other")
    (tree / "other" / "__init__.py").write_text("")
    once = sorted(symbols("widgets", "other", "-j1"))
    assert len(once) == 2
    assert sorted(symbols("widgets", "other", "-j2")) == once


def test_workers_share_the_cache(tree: Path) -> None:
    """Results of each of them are there for the next run, and for ``check``."""
    (tree / "pyproject.toml").write_text('[tool.apivet]\ncache-dir = ".cache"\n')
    for name in ("left", "right"):
        write_server(tree / name)
        (tree / name / "__init__.py").write_text("")
    once = messages("left", "right", "-j2")
    assert len(once) == 2
    (kept,) = (tree / ".cache").glob("*.json")
    rows = json.loads(kept.read_text())["files"]
    assert {os.path.relpath(path, tree) for path, row in rows.items() if row[4] is not None} >= {
        f"{name}/{STRATEGY}" for name in ("left", "right")
    }
    assert messages("left", "right", "-j2") == once == messages("left", "right", "-j1")


def test_an_unsaved_buffer_is_what_counts(tree: Path) -> None:
    assert symbols("--from-stdin", STRATEGY, stdin=CONFORMING) == []
    (tree / STRATEGY).write_text(CONFORMING)
    assert symbols("--from-stdin", STRATEGY, stdin=BROKEN) == [(RULE, STRATEGY)]


def test_one_rule_can_be_asked_for(tree: Path) -> None:
    assert symbols("widgets", enable=RULE) == [(RULE, STRATEGY)]
    assert symbols("widgets", enable="E9702") == []
    assert symbols("--disable=E9701", "widgets") == []


def test_a_comment_disables_a_message_as_pylint_users_expect(tree: Path) -> None:
    hook = "    def prepare_for_create(self, ctx: object, obj: Widget) -> None:"
    (tree / STRATEGY).write_text(BROKEN.replace(hook, f"{hook}  # pylint: disable={RULE}"))
    assert RULE not in [symbol for symbol, _ in symbols("widgets")]


def test_exceptions_are_heeded_and_never_found_unused(tree: Path) -> None:
    place = tree / "exceptions"
    place.mkdir()
    (place / "OWNERS").write_text("approvers: [approver@example.org]\n")
    entry = (
        '[[exception]]\nrule = "status-not-wiped-on-create"\nobject = "widgets.strategy.WidgetStrategy"\n'
        'field = "status"\nreason = "Kept."\napproved-by = "approver@example.org"\n'
    )
    (place / "exceptions.toml").write_text("version = 1\n" + entry)
    assert symbols("widgets") == []
    (place / "exceptions.toml").write_text("version = 1\n" + entry.replace("WidgetStrategy", "GadgetStrategy"))
    assert symbols("widgets") == [(RULE, STRATEGY)]


def test_exceptions_that_cannot_be_read_are_told(tree: Path) -> None:
    (tree / "exceptions").mkdir()
    (tree / "exceptions" / "exceptions.toml").write_text("version = 2\n")
    run = pylint("widgets")
    assert run.stderr == ("exceptions/exceptions.toml: has the unknown version 2; this apivet reads version 1\n")
    assert RULE in run.stdout


def test_unproven_is_no_message(tree: Path) -> None:
    hidden = CONFORMING.replace("obj.status = WidgetStatus()", "scrub(obj)")
    (tree / STRATEGY).write_text(hidden.replace("\nclass ", "from elsewhere import scrub\n\n\nclass "))
    assert RULE not in [symbol for symbol, _ in symbols("widgets")]


def test_the_projects_configuration_is_read(tree: Path) -> None:
    (tree / "pyproject.toml").write_text(f'[tool.apivet]\nignore = ["{RULE}"]\n')
    assert symbols("widgets") == []
    (tree / "pyproject.toml").write_text('[tool.apivet.vocabulary]\nstatus = "observed"\n')
    assert symbols("widgets") == []


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_a_wrong_configuration_is_told_in_clear_lines(tree: Path, jobs: str) -> None:
    (tree / "pyproject.toml").write_text("[tool.apivet]\nslect = []\njobs = 'x'\n")
    run = pylint(jobs, "widgets")
    assert run.returncode == USAGE_ERROR
    assert run.stderr == (
        "apivet: pyproject.toml: tool.apivet.jobs: must be a whole number, not a text\n"
        "apivet: pyproject.toml: tool.apivet.slect: unknown key; did you mean 'select'?\n"
    )


def test_every_rule_is_known_to_pylint(tree: Path) -> None:
    run = pylint("--list-msgs-enabled")
    assert f"{RULE} (E9701)" in run.stdout
    explained = re.sub(r"\s+", "", pylint(f"--help-msg={RULE}").stdout)
    assert "rules/status-not-wiped-on-create.md" in explained


def test_registering_twice_adds_one_checker() -> None:
    from pylint.lint import PyLinter

    import apivet
    from apivet.pylint_plugin import ConventionChecker

    linter = PyLinter()
    apivet.register(linter)
    apivet.register(linter)
    assert sum(isinstance(checker, ConventionChecker) for checker in linter.get_checkers()) == 1


def test_the_tree_around_a_module(tmp_path: Path) -> None:
    from apivet.check.project_scope import tree_around
    from apivet.config import Config

    for package in ("site-packages/lib", "site-packages/lib/inner", "src/app"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").write_text("")
    config = Config(root=str(tmp_path))
    around = {path: tree_around(str(tmp_path / path), config) for path in ("src/app/a.py", "src/b.py")}
    assert around == {"src/app/a.py": str(tmp_path / "src"), "src/b.py": str(tmp_path / "src")}
    installed = tree_around(str(tmp_path / "site-packages/lib/inner/c.py"), config)
    assert installed == str(tmp_path / "site-packages" / "lib")
    project = Config(root=str(tmp_path), file=str(tmp_path / "pyproject.toml"))
    assert tree_around(str(tmp_path / "src/app/a.py"), project) == str(tmp_path)


def test_a_module_that_does_not_parse_is_pylints_business(tree: Path) -> None:
    (tree / "widgets" / "broken.py").write_text("def prepare_for_create(:\n")
    assert symbols("widgets", enable="apivet,syntax-error") == [
        ("syntax-error", "widgets/broken.py"),
        (RULE, STRATEGY),
    ]


def test_a_strategy_that_only_inherits_its_hooks_is_judged(tree: Path) -> None:
    """In a module that comes first and has no word of a hook or a strategy in it."""
    (tree / "pyproject.toml").write_text("[tool.apivet]\n")
    hooks = BROKEN.replace("class WidgetStrategy", "class WidgetHooks").replace("strategy = WidgetStrategy()\n", "")
    write_server(tree, hooks)
    (tree / "widgets" / "gadgets.py").write_text(
        "from widgets.strategy import WidgetHooks\n\n\nclass Gadgets(WidgetHooks):\n    subresource = None\n"
    )
    assert (RULE, "widgets/gadgets.py") in symbols("widgets/gadgets.py")


def test_an_unsaved_buffer_may_begin_to_inherit_hooks(tree: Path) -> None:
    (tree / "widgets" / "gadgets.py").write_text("")
    text = "from widgets.strategy import WidgetStrategy\n\n\nclass Gadgets(WidgetStrategy):\n    pass\n"
    assert (RULE, "widgets/gadgets.py") in symbols("--from-stdin", "widgets/gadgets.py", stdin=text)


def test_what_was_parsed_is_not_searched_as_the_process_ends() -> None:
    code = "import atexit, gc; from pylint.lint import PyLinter; import apivet\n"
    code += "atexit.register(lambda: print(gc.get_freeze_count() > 0)); apivet.register(PyLinter())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
