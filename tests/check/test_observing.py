"""The look at a tree before its strategies are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.check.observing import find_candidates
from apivet.config import load_config
from apivet.python.front_end import PythonTree
from apivet.verdicts import Report

FERRIES = """\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class FerryStatus:
    berth: str = ""


@dataclass
class Ferry:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: FerryStatus = field(default_factory=FerryStatus)


class FerryStrategy:
    def prepare_for_create(self, obj: Ferry) -> None:
        obj.status = FerryStatus()
"""


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text('[tool.apivet]\ncache-dir = "kept"\n')
    (tmp_path / "ferries.py").write_text(FERRIES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_was_seen_of_a_file_is_remembered_until_it_changes(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    true_look, true_summary = PythonTree.look, PythonTree.summarise

    def look(tree: PythonTree, path: str, data: bytes) -> object:
        seen.append("look")
        return true_look(tree, path, data)

    def summarise(tree: PythonTree, path: str, data: bytes, **more: bool) -> object:
        seen.append("summary")
        return true_summary(tree, path, data, **more)

    monkeypatch.setattr(PythonTree, "look", look)
    monkeypatch.setattr(PythonTree, "summarise", summarise)

    def found() -> tuple[list[str], list[str]]:
        seen.clear()
        names = [each.name for each in find_candidates((), load_config(()), Report())]
        return names, list(seen)

    assert found() == (["ferries.FerryStrategy"], ["look", "summary"])
    assert found() == (["ferries.FerryStrategy"], [])
    (harbour / "ferries.py").write_text(FERRIES.replace("FerryStrategy", "BoatStrategy"))
    assert found() == (["ferries.BoatStrategy"], ["look", "summary"])
