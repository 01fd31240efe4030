"""A hook can simply go where what runs behind it is the default, which breaks no rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

TYPES = """
from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    pages: int = 0
    title: str = ""


@dataclass
class Status:
    read: int = 0


@dataclass
class Book:
    metadata: Meta
    spec: Spec
    status: Status
"""

UPDATE = "    def prepare_for_update(self, obj: Book, old: Book) -> None:\n        "
KEPT = "obj.status = old.status\n        if obj.spec != old.spec:\n            obj.metadata.generation += 1\n"
RESET = "obj.spec = old.spec\n        obj.metadata.labels = old.metadata.labels\n"


@pytest.mark.parametrize(
    ("name", "behind", "hook", "goes"),
    [
        ("Leaf", KEPT, KEPT, True),
        ("Leaf", KEPT.replace("obj.spec != old.spec", "obj.spec.pages != old.spec.pages"), KEPT, False),
        ("Leaf", KEPT.replace("if obj.spec != old.spec", "if True"), KEPT, False),
        ("Leaf", "obj.status = old.status\n", KEPT, False),
        ("LeafStatus", RESET, RESET, True),
        ("LeafStatus", "pass\n", RESET, False),
        ("LeafStatus", RESET.replace("obj.spec = old.spec", "obj.spec.pages = old.spec.pages"), RESET, False),
        ("LeafStatus", "obj.spec = old.spec\n", RESET, False),
    ],
)
def test_a_hook_goes_where_the_one_behind_it_breaks_no_rule(
    name: str, behind: str, hook: str, goes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    classes = f"class Behind:\n{UPDATE}{behind}\n\nclass {name}Strategy(Behind):\n{UPDATE}{hook}"
    (tmp_path / "books.py").write_text(f"{TYPES}\n\n{classes}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    found = [each for each in json.loads(result.stdout)["findings"] if each["rule"] == "boilerplate-hook"]
    told = [each["message"] for each in found if each["object"] == f"books.{name}Strategy"]
    assert [message.endswith("as Behind has it") for message in told] == [goes]
