"""A file that is there since the last run counts, where it is in the way of one that checked files import."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fresh_runs import verdicts

STRATEGY = """from dataclasses import dataclass

from lib.starting import first


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Barge:
    metadata: Meta
    spec: int = 0


class BargeStrategy:
    def prepare_for_create(self, obj: Barge) -> None:
        obj.metadata.generation = first()
"""
CHECKED = "app/strategy.py"
ONE, TWO = "def first():\n    return 1\n", "def first():\n    return 2\n"
#: The files that are there at first, besides the strategy's, and the one that comes, which no run is about.
CASES = {
    "a package in front of a module": ({"lib/__init__.py": "", "lib/starting.py": ONE}, "lib/starting/__init__.py"),
    "a module that was not there": ({"lib/__init__.py": ""}, "lib/starting.py"),
    "in a package without a file": ({"lib/other.py": ""}, "lib/starting.py"),
    "a package that was not there": ({}, "lib/starting.py"),
    "a nearer one": ({"lib/__init__.py": "", "lib/starting.py": ONE}, "app/lib/starting.py"),
    "in a source root": ({"lib/__init__.py": "", "lib/starting.py": ONE}, "sources/lib/starting.py"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_an_import_means_is_asked_again(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of the user"))
    files, comes = CASES[case]
    settings = '[tool.apivet]\nsource-roots = ["sources"]\n'
    for path, text in {"pyproject.toml": settings, CHECKED: STRATEGY, **files}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "sources").mkdir()
    before = verdicts(CHECKED)
    assert verdicts(CHECKED) == before
    (tmp_path / comes).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / comes).write_text(TWO)
    assert verdicts(CHECKED) == verdicts("--no-cache", CHECKED) != before
