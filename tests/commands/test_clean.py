"""Caches are bounded and can be removed; tables are whole on narrow terminals."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet import cache
from apivet.catalogue import load
from apivet.cli import main
from apivet.commands.rules import list_rules


@pytest.fixture(name="store")
def _store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of caches of other projects, of which the last is the oldest."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "apivet.toml").write_text('cache-dir = "store"\n')
    (tmp_path / "empty.py").write_text("")
    store = tmp_path / "store"
    store.mkdir()
    for number in range(4):
        path = store / f"{number:024x}.json"
        path.write_text("{}")
        os.utime(path, (10_000 - number, 10_000 - number))
    (store / "notes.txt").write_text("mine")
    (store / f"{9:024x}.json.77").write_text("half")
    return store


def names(store: Path) -> set[str]:
    return {path.name for path in store.iterdir()}


def test_clean_removes_all_caches_and_nothing_else(store: Path) -> None:
    result = CliRunner().invoke(main, ["clean"])
    assert result.exit_code == 0
    assert result.stdout.startswith("5 caches removed from ")
    assert names(store) == {"notes.txt"}
    assert CliRunner().invoke(main, ["clean"]).stdout.startswith("0 caches removed from ")


def test_projects_that_were_tried_here_for_others_go_too(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = store / "trees"
    monkeypatch.setattr("apivet.commands.clean.projects_directory", lambda: str(trees))
    for name in ("0" * 64, "mine"):
        (trees / name / "src").mkdir(parents=True)
        (trees / name / "src" / "server.py").write_text("")
    result = CliRunner().invoke(main, ["clean"])
    assert result.stdout.startswith(f"{trees}/{'0' * 64}: removed")
    assert names(trees) == {"mine"}


def test_an_empty_home_directory_has_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert CliRunner().invoke(main, ["clean"]).stdout.startswith("there is no cache: ")
    assert json.loads(CliRunner().invoke(main, ["config", "--format", "json"]).stdout)["cache-dir"]["value"] is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    assert f" removed from {tmp_path / 'kept'}" in CliRunner().invoke(main, ["clean"]).stdout


def test_the_oldest_caches_go_where_there_are_too_many(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (store / f"{9:024x}.json.77").unlink()
    monkeypatch.setattr(cache, "_MOST_FILES", 3)
    assert CliRunner().invoke(main, ["check", "-j", "1"]).exit_code == 0
    left = names(store) - {"notes.txt"}
    assert len(left) == 3
    assert {f"{0:024x}.json", f"{1:024x}.json"} < left
    monkeypatch.setattr(cache, "_MOST_BYTES", 1)
    (store.parent / "empty.py").write_text("x = 1\n")
    CliRunner().invoke(main, ["check", "-j", "1"])
    assert len(names(store) - {"notes.txt"}) == 1


@pytest.mark.parametrize("columns", ["40", "60", "200"])
def test_no_name_is_cut_on_a_narrow_terminal(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", columns)
    list_rules(format_="text", config=None)
    printed = capsys.readouterr().out
    assert all(f" {rule.symbol} " in printed for rule in load().rules)
