"""The field of a finding is one, and no element of it: both halves call it the same, so that an exception covers both."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.check.observing import observe
from apivet.check.run import run
from apivet.config import load_config

KILN = """
from __future__ import annotations

from dataclasses import dataclass, field

def enabled(gate: str) -> bool:
    return False

@dataclass
class Meta:
    name: str = ""

@dataclass
class Shelf:
    # +featureGate=Slow
    cones: list[int] = field(default_factory=list)
    pots: list[str] = field(default_factory=list)

@dataclass
class KilnSpec:
    # +featureGate=Slow
    ramp: int | None = None
    vents: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    grid: list[list[int]] = field(default_factory=list)
    shelves: list[Shelf] = field(default_factory=list)

@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)

class KilnStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        self.drop(obj)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        self.drop(obj)

    def drop(self, obj: Kiln) -> None:
        if not enabled("Slow"):
            {dropped}
"""


@pytest.mark.parametrize(
    ("dropped", "fields"),
    [
        ("obj.spec.ramp = None", {None}),
        ("obj.spec.vents = []", {"spec.vents"}),
        ("obj.spec.marks = {}", {"spec.marks"}),
        ("obj.spec.grid = []", {"spec.grid"}),
        ("for shelf in obj.spec.shelves: shelf.pots = []", {"spec.shelves[*].pots"}),
        ("for shelf in obj.spec.shelves: shelf.cones = []", {None}),
    ],
)
def test_what_is_dropped_for_a_gate_that_it_does_not_name_is_a_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dropped: str, fields: set[str | None]
) -> None:
    (tmp_path / "kilns.py").write_text(KILN.replace("{dropped}", dropped))
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path).on_command_line(jobs=1)
    for report in (run([], config), observe([], config, seed=1).report):
        rows = [row for row in report.judgements if row.rule == "ungated-field-dropped"]
        assert {row.field for row in rows} == fields
        assert {row.verdict.value for row in rows} == {"holds" if fields == {None} else "violated"}
