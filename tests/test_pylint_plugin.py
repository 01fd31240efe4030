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


def test_the_place_is_the_one_that_check_gives(tree: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "apivet", "check", "--format", "json"], capture_output=True, text=True)
    (finding,) = json.loads(run.stdout)["findings"]
    (message,) = messages("widgets")
    assert [message[key] for key in ("line", "column", "endLine", "endColumn", "message")] == [
        finding[key] for key in ("line", "column", "end_line", "end_column", "message")
    ]


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
