"""What is written down of types that bring their own codec, and what a change of them is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

BUOYS = """
from pydantic import BaseModel, ConfigDict, Field
import msgspec


class Meta(BaseModel):
    name: str = ""


class Spec(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    color: str = ""
    anchor_ip: str = Field(default="", alias="anchorIP")
    depth: int = 0


class Buoy(BaseModel):
    kind: str = "Buoy"
    metadata: Meta = Meta()
    spec: Spec = Spec()


class Tag(msgspec.Struct):
    name: str = ""


class Raft(msgspec.Struct):
    metadata: Tag
    kind: str = "Raft"
    planks: list[int] = []
    length: int = 0
"""


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\ncache = false\n")
    (tmp_path / "buoys.py").write_text(BUOYS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["blackbox", *arguments, "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_field_more_leaves_all_other_values_as_they_are(tree: Path) -> None:
    assert run("--record", "kept").exit_code == 0
    assert run("--compare", "kept").exit_code == 0
    changed = BUOYS.replace('    color: str = ""\n', '    bell: int = 0\n    color: str = ""\n')
    (tree / "buoys.py").write_text(
        changed.replace('    kind: str = "Raft"\n', '    kind: str = "Raft"\n    dry: bool = False\n')
    )
    result = run("--compare", "kept")
    assert result.exit_code == 1
    told = [line.partition(": ")[2] for line in result.stdout.splitlines()[:-1]]
    assert told
    assert all("spec.bell" in line or "dry" in line for line in told), told


def test_another_name_is_told_as_such(tree: Path) -> None:
    assert run("--record", "kept").exit_code == 0
    (tree / "buoys.py").write_text(BUOYS.replace("anchorIP", "anchorIp"))
    result = run("--compare", "kept")
    assert result.exit_code == 1
    assert "kept/buoys.Buoy.json: spec.anchorIP is called spec.anchorIp now" in result.stdout
    assert "internal error" not in result.output


def test_who_has_no_codec_is_told_what_one_is(tree: Path) -> None:
    (tree / "buoys.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Meta:\n    name: str\n\n\n"
        "@dataclass\nclass Buoy:\n    metadata: Meta\n"
    )
    result = run("--record", "kept")
    assert result.exit_code == 2
    assert "encode(obj) -> bytes" in result.stderr
    assert "decode(data) -> obj" in result.stderr
