"""Values that are equal to code that compares them, and written otherwise: ``2`` and ``2.0``, a member and its text. A
hook that puts back what differs leaves them, and counts no change; what is another value it has to see all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

SLUICES = """
from __future__ import annotations
import enum
from dataclasses import dataclass, field


class Gear(str, enum.Enum):
    FREE = "free"
    BOLTED = "bolted"


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    height: int | float = 0
    gear: Gear | str = ""


@dataclass
class Status:
    flow: int | float = 0


@dataclass
class Sluice:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


class SluiceStrategy:
    def prepare_for_update(self, ctx, obj: Sluice, old: Sluice) -> None:
        if obj.status != old.status:
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class SluiceStatusStrategy:
    def prepare_for_update(self, ctx, obj: Sluice, old: Sluice) -> None:
        if obj.spec != old.spec:
            obj.spec = old.spec

    def get_reset_fields(self):
        return {"spec"}


class LaxStrategy(SluiceStrategy):
    def prepare_for_update(self, ctx, obj: Sluice, old: Sluice) -> None:
        if abs(obj.status.flow - old.status.flow) > 1:
            obj.status = old.status


class LaxStatusStrategy:
    def prepare_for_update(self, ctx, obj: Sluice, old: Sluice) -> None:
        if abs(obj.spec.height - old.spec.height) > 1:
            obj.spec = old.spec
"""
BUMPED = "generation-not-bumped-on-spec-change", "metadata.generation"
KEPT = "status-not-kept-on-update", "status"
SPEC = "spec-not-kept-on-status-update", "spec"
#: The strategy, its rule, what is sent, what is stored, and what another caller sends.
EQUAL = {
    "a number": ("SluiceStrategy", BUMPED, "spec=Spec(2.0)", "spec=Spec(2)", ""),
    "a flag": ("SluiceStrategy", BUMPED, "spec=Spec(True)", "spec=Spec(1)", ""),
    "a member": ("SluiceStrategy", BUMPED, 'spec=Spec(2, "free")', "spec=Spec(2, Gear.FREE)", ""),
    "a status": ("SluiceStrategy", KEPT, "status=Status(3.0)", "status=Status(3)", "status=Status(7)"),
    "a spec that is put back": ("SluiceStatusStrategy", SPEC, "spec=Spec(2.0)", "spec=Spec(2)", ""),
}
OTHERS = {
    "a number": ("LaxStrategy", BUMPED, "spec=Spec(2.5)", "spec=Spec(2)", ""),
    "a status": ("LaxStrategy", KEPT, "status=Status(3.5)", "status=Status(3)", "status=Status(7)"),
    "another caller's status": ("LaxStrategy", KEPT, "status=Status(3)", "status=Status(3)", "status=Status(3.5)"),
    "a status beside an equal one": (
        "LaxStrategy",
        KEPT,
        "status=Status(3.0)",
        "status=Status(3)",
        "status=Status(2.5)",
    ),
    "a spec that is put back": ("LaxStatusStrategy", SPEC, "spec=Spec(2.5)", "spec=Spec(2)", ""),
}
_Case = tuple[str, tuple[str, str], str, str, str]


def _is_broken(case: _Case, root: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    strategy, (rule, field), sent, stored, other = case
    (root / "pyproject.toml").write_text("[tool.apivet]\n")
    (root / "sluices.py").write_text(SLUICES)
    twin = f", twin=Sluice({other})" if other else ""
    script = root / "case.py"
    script.write_text(
        "from apivet.blackbox.replay import Case\nfrom sluices import Gear, Sluice, Spec, Status\n"
        f'case = Case(rule="{rule}", field="{field}", strategy="sluices.{strategy}", hook="prepare_for_update",'
        f" obj=Sluice({sent}), old=Sluice({stored}){twin})\n"
    )
    monkeypatch.chdir(root)
    run = CliRunner().invoke(main, ["blackbox", "--replay", str(script)])
    assert run.exit_code in (0, 1), run.output
    return run.exit_code == 1


@pytest.mark.parametrize("name", EQUAL)
def test_what_is_equal_is_no_change(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _is_broken(EQUAL[name], tmp_path, monkeypatch)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_another_value_is_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _is_broken(OTHERS[name], tmp_path, monkeypatch)
