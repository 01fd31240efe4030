"""Names that the body of a class imports are known in the annotations of its hooks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

DESKS = (
    "from dataclasses import dataclass\n\n\n@dataclass\nclass Meta:\n    name: str\n\n\n@dataclass\nclass Status:\n"
    "    level: bool\n\n\n@dataclass\nclass Desk:\n    metadata: Meta\n    status: Status | None = None\n"
)
HOOK = "class DeskStrategy:\n    {import_}\n\n    def prepare_for_create(self, obj: {name}):\n        {statement}\n"


@pytest.mark.parametrize(
    ("import_", "name"),
    [("from desks import Desk", "Desk"), ("from desks import Desk as D", "D"), ("import desks", "desks.Desk")],
)
@pytest.mark.parametrize(("statement", "verdict"), [("obj.status = None", "holds"), ("pass", "violated")])
def test_a_class_may_import_what_its_hooks_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, import_: str, name: str, statement: str, verdict: str
) -> None:
    (tmp_path / "desks.py").write_text(DESKS)
    (tmp_path / "hooks.py").write_text(HOOK.format(import_=import_, name=name, statement=statement))
    monkeypatch.chdir(tmp_path)
    report = json.loads(CliRunner().invoke(main, ["check", "--format", "json"], prog_name="apivet").stdout)
    rows = {each["rule"]: each["verdict"] for each in report["verdicts"]}
    assert rows["status-not-wiped-on-create"] == verdict
    assert {each["confidence"] for each in report["findings"] if each["rule"].startswith("status")} <= {"certain"}
