"""A plain installation, without the extra that reads Go, over a tree without Go."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

SERVER = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Crane:
    metadata: Meta
    status: str = ""


class CraneStrategy:
    def prepare_for_create(self, obj: Crane) -> None:
        obj.status = ""
"""


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["subjects"],
        ["trace", "crane.py::CraneStrategy.prepare_for_create"],
        ["types", "diff", "crane.Crane", "crane.Meta"],
        ["types", "cost"],
        ["types", "lock"],
        ["config"],
    ],
)
def test_every_door_does(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crane.py").write_text(SERVER)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\ncache = false\n")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.startswith("apivet.golang.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("tree_sitter", "tree_sitter_go"):
        monkeypatch.setitem(sys.modules, name, None)
    result = CliRunner().invoke(main, words)
    assert isinstance(result.exception, (SystemExit, type(None))), result.exception
    assert "internal error" not in result.output
