"""Rewrites that change nothing for people change no verdict: layout, names of locals, order of declarations and of files,
helpers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

BROKEN = Path(__file__).parent.parent.parent / "fixtures" / "broken_go"
Files = dict[str, str]


def rows(files: Files, directory: Path, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str, str | None, str]]:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    monkeypatch.chdir(directory)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache"], prog_name="apivet")
    document = json.loads(result.stdout)
    assert document["problems"] == []
    return {(row["object"], row["rule"], row["field"], row["verdict"]) for row in document["verdicts"]}


@pytest.fixture(scope="module")
def files() -> Files:
    names = sorted(path for path in BROKEN.rglob("*") if path.is_file())
    return {path.relative_to(BROKEN).as_posix(): path.read_text(encoding="utf-8") for path in names}


def _each(files: Files, change: Callable[[str], str]) -> Files:
    return {name: change(text) if name.endswith(".go") else text for name, text in files.items()}


def windows(files: Files) -> Files:
    return _each(files, lambda text: "\ufeff" + text.replace("\n", "\r\n"))


def crowded(files: Files) -> Files:
    """No blank lines, no indentation, comments of the code's own between statements, no line end at the end."""
    return _each(
        files, lambda text: re.sub(r"\n{2,}(?!//|package)", "\n", re.sub(r"\n\t+(?!//)", "\n", text)).rstrip("\n")
    )


def renamed(files: Files) -> Files:
    """Locals and parameters under other names, in another script too."""
    names = {"before": "früher", "old": "o2", "obj": "it", "conditions": "list", "were": "m"}
    pattern = re.compile(rf"(?<![\w.\"])({'|'.join(names)})(?![\w\"])")
    strategies = {name for name in files if name.endswith("strategy.go")}
    changed = {name: pattern.sub(lambda found: names[found[1]], files[name]) for name in strategies}
    return {**files, **changed}


def reordered(files: Files) -> Files:
    """Functions and types in another order."""

    def change(text: str) -> str:
        head, *parts = re.split(r"\n(?=(?://[^\n]*\n)*(?:func|type|var) )", text)
        random.Random(7).shuffle(parts)
        return "\n".join((head, *(part.rstrip("\n") + "\n" for part in parts)))

    return _each(files, change)


def moved(files: Files) -> Files:
    """Helpers in files of their own, which come first or last."""
    found = dict(files)
    for name, text in files.items():
        helpers = re.search(r"\n// (?:drop|stamp)\w+.*\Z", text, re.DOTALL)
        if name.endswith("strategy.go") and helpers is not None:
            head = text[: text.index("type ")]
            found[name] = text[: helpers.start()]
            found[name.replace("strategy.go", "a_helpers.go")] = head + helpers.group()
    return found


def split(files: Files) -> Files:
    """A part of each update hook in a helper."""
    wanted = re.compile(r"\tif !equality\.Semantic\.DeepEqual\((\w+)\.Spec, before\.Spec\) \{\n.*?\n\t\}\n", re.DOTALL)

    def change(text: str) -> str:
        found = wanted.search(text)
        if found is None:
            return text
        name = found.group(1)
        helper = f"\nfunc bumped({name}, before *widgets.{name.capitalize()}) {{\n{found.group()}}}\n"
        return text.replace(found.group(), f"\tbumped({name}, before)\n") + helper

    return _each(files, change)


@pytest.mark.parametrize("change", [windows, crowded, renamed, reordered, moved, split])
def test_no_verdict_changes(
    files: Files, change: Callable[[Files], Files], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = change(files)
    assert changed != files
    assert rows(changed, tmp_path / "changed", monkeypatch) == rows(files, tmp_path / "as it is", monkeypatch)
