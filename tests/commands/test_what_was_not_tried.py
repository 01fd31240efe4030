"""What ``apivet blackbox`` and ``apivet gate`` make of what they could not try, could not read, or were told wrongly."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet import catalogue
from apivet.check.observing import Failing, Unexercised, Watched
from apivet.cli import main
from apivet.reports.machine import watched_document
from apivet.verdicts import Location, Report

pytestmark = pytest.mark.long

TYPES = """
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    ready: int = 0


@dataclass
class Claim:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


@dataclass
class Note:
    metadata: Meta = field(default_factory=Meta)
    text: str = ""


class ClaimStrategy:
    def prepare_for_create(self, obj: Claim) -> None:
        obj.status = Status()

    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.status = old.status
"""
STUCK = """
from claims import ClaimStrategy


class StuckStrategy(ClaimStrategy):
    def __init__(self, needed: int) -> None:
        self.needed = needed
"""
IDLE = """
from claims import Note


class NoteStrategy:
    def prepare_for_create(self, obj: Note) -> None:
        obj.text = obj.text.strip()
"""
STORES = """
import os
import time


def ends():
    os._exit(0)


def leaves():
    raise SystemExit(0)


def hangs():
    time.sleep(600)


def makes_something_else():
    return 3
"""


@pytest.fixture(name="tree", autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One strategy that conforms."""
    write(tmp_path, "claims.py", TYPES)
    write(tmp_path, "pyproject.toml", "[tool.apivet]\ncache = false\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    return tmp_path


def write(tree: Path, name: str, text: str) -> None:
    (tree / name).write_text(textwrap.dedent(text))


def settings(tree: Path, table: str) -> None:
    write(tree, "pyproject.toml", f"[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\n{table}")


def run(command: str, *arguments: str) -> Result:
    result = CliRunner().invoke(main, [command, *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def status(command: str, *arguments: str) -> int:
    return run(command, "--seed", "1", "--ignore", "boilerplate-hook", *arguments).exit_code


# --------------------------------------------------------------------------------------------------- broken files


@pytest.mark.parametrize("text", ["def (\n", "x = = 1\n", "class A:\n\tx = 1\n        y = 2\n", "\0"])
def test_a_file_that_is_no_python_is_named_as_by_check(text: str, tree: Path) -> None:
    write(tree, "odd.py", f"{text}# prepare_for_create\n")
    told = run("check", ".").stderr
    assert told.startswith("odd.py:")
    for command in ("blackbox", "gate"):
        result = run(command, "--seed", "1", ".")
        assert (result.stderr, result.exit_code) == (told, 2)


def test_so_it_is_where_documents_are_recorded(tree: Path) -> None:
    write(tree, "odd.py", "def (\n# prepare_for_create\n")
    assert run("check", ".").stderr.strip() in run("blackbox", "--record", "golden", ".").stderr


# --------------------------------------------------------------------------------------------------------- strict


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_a_strategy_that_was_not_exercised_fails_a_strict_run(command: str, tree: Path) -> None:
    assert status(command, ".", "--strict") == 0
    write(tree, "stuck.py", STUCK)
    assert status(command, ".") == 0
    assert status(command, ".", "--strict") == 1


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_one_of_which_no_rule_asks_anything_does_not(command: str, tree: Path) -> None:
    write(tree, "idle.py", IDLE)
    assert status(command, ".", "--strict") == 0
    document = json.loads(run(command, "--seed", "1", "--format", "json", ".").stdout)
    assert [(row["object"], row["fails"]) for row in document["unexercised"]] == [("idle.NoteStrategy", "never")]


def test_without_the_black_box_nothing_is_missed(tree: Path) -> None:
    write(tree, "stuck.py", STUCK)
    assert status("gate", ".", "--static", "--strict") == 0


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_help_says_so(command: str) -> None:
    text = " ".join(run(command, "--help").stdout.split())
    assert "Let unproven findings fail the run, too, and strategies that were not exercised." in text


# ------------------------------------------------------------------------------------------------------- storages


@pytest.mark.parametrize("name", ["ends", "leaves", "hangs", "makes_something_else", "misspelt"])
def test_a_storage_that_is_asked_for_by_name_has_to_be_tried(name: str, tree: Path) -> None:
    write(tree, "stores.py", STORES)
    settings(tree, f'timeout = 4\nstorages = ["stores:{name}"]\n')
    result = run("blackbox", "--seed", "1", "--format", "json", ".")
    assert result.exit_code == 1
    document: dict[str, Any] = json.loads(result.stdout)
    assert {row["object"] for row in document["failures"]} == {f"stores.{name}"}
    assert status("gate", ".") == 1


@pytest.mark.parametrize(
    ("fails", "strict", "failed"),
    [
        ("never", True, False),
        ("strict", False, False),
        ("strict", True, True),
        ("always", False, True),
        ("always", True, True),
    ],
)
def test_what_was_not_tried_fails_the_runs_that_it_says(fails: Failing, strict: bool, failed: bool) -> None:
    place = Location("stores.py", 1)
    watched = Watched(Report(), 1, [Unexercised("stores.ends", place, "its process ended", fails)])
    assert watched.has_failed(strict=strict) is failed
    rows = watched_document(watched.report, watched, catalogue.load())["failures"]
    assert [row["failure"] for row in rows] == ["was not exercised: its process ended"] * (fails == "always")


# ------------------------------------------------------------------------------------------------------ factories


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_a_module_of_factories_without_a_single_one_is_a_mistake(command: str, tree: Path) -> None:
    write(tree, "making.py", "def make_strategies(class_):\n    return class_()\n")
    settings(tree, 'factories = "making"\n')
    result = run(command, "--seed", "1", ".")
    assert result.exit_code == 2
    assert result.output == (
        "[tool.apivet.blackbox] factories: making (making.py) has no make_strategy, make_object, make_context or"
        " set_gate\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "def make_context():\n    return None\n",
        "from more import *\n",
        "from more import make_context\n",
        "def __getattr__(name):\n    raise AttributeError(name)\n",
    ],
)
def test_one_with_any_of_them_is_none(text: str, tree: Path) -> None:
    write(tree, "more.py", "def make_context():\n    return None\n")
    write(tree, "making.py", text)
    settings(tree, 'factories = "making"\n')
    assert status("blackbox", ".") == 0


# --------------------------------------------------------------------------------------------------------- formats


@pytest.mark.parametrize("option", ["--replay", "--record"])
def test_what_is_no_report_has_no_format(option: str) -> None:
    result = run("blackbox", option, "x", "--format", "json")
    assert result.exit_code == 2
    assert f"--format json does nothing with {option}" in result.stderr
