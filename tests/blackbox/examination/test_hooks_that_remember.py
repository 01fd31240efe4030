"""Hooks that hold on to objects: what is stored is what it was when the hook returned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

KILNS = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
@dataclass
class Spec:
    degrees: int = 0
@dataclass
class Status:
    phase: str = ""
@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def prepare_for_create(self, ctx, obj: Kiln):
        obj.status = Status()
        obj.metadata.generation = 1
    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln):
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
SPARE = [Status()]
class PooledStrategy(Base):
    def prepare_for_create(self, ctx, obj: Kiln):
        status = SPARE.pop()
        status.phase = obj.status.phase
        SPARE.append(status)
        obj.status = status
        obj.metadata.generation = 1
class KeptStrategy(Base):
    last = None
    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln):
        if self.last is not None:
            self.last.spec, self.last.status = obj.spec, obj.status
            self.last.metadata = obj.metadata
            obj = self.last
        else:
            obj.status = old.status
        self.last = obj
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        return obj
class PutAsideStrategy(Base):
    def __init__(self):
        self.aside = {}
    def prepare_for_create(self, ctx, obj: Kiln):
        self.aside[obj.metadata.name] = obj.status
        obj.status = Status()
        obj.metadata.generation = 1
    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln):
        obj.status = self.aside.get(obj.metadata.name, old.status)
        if obj.spec != old.spec:
            obj.metadata.generation += 1
FIRED = set()
class FiredOnceStrategy(Base):
    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln):
        obj.status = old.status
        if obj.spec != old.spec and obj.metadata.name not in FIRED:
            FIRED.add(obj.metadata.name)
            obj.metadata.generation += 1
class SetsItsFlagStrategy(Base):
    allow_create_on_update = False
    def prepare_for_create(self, ctx, obj: Kiln):
        obj.status = Status()
        obj.metadata.generation = 1
        self.allow_create_on_update = obj.spec.degrees > 3
class SharedZeroStrategy(Base):
    zero = Status()
    def prepare_for_create(self, ctx, obj: Kiln):
        obj.status = self.zero
        obj.metadata.generation = 1
"""


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return watched_in(tmp_path_factory.mktemp("kilns"), {"kilns.py": KILNS})


def verdicts(report: dict[str, Any], name: str) -> dict[str, str]:
    return {row["rule"]: row["verdict"] for row in report["verdicts"] if row["object"] == f"kilns.{name}Strategy"}


def test_an_object_that_is_stored_again_and_again_is_compared_as_it_was(kilns: dict[str, Any]) -> None:
    assert verdicts(kilns, "Pooled")["status-not-wiped-on-create"] == "violated"
    assert verdicts(kilns, "Kept")["status-not-kept-on-update"] == "violated"


def test_an_object_that_is_shared_and_never_changed_is_fine(kilns: dict[str, Any]) -> None:
    found = verdicts(kilns, "SharedZero")
    assert "ungated-field-dropped" not in found  # which asks for no gate, over objects that have none
    assert set(found.values()) == {"holds"}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("PutAside", "status-not-kept-on-update"),
        ("FiredOnce", "generation-not-bumped-on-spec-change"),
        ("SetsItsFlag", "allow-create-on-update-not-default"),
    ],
)
def test_a_case_has_the_calls_that_it_takes(name: str, rule: str, kilns: dict[str, Any], tmp_path: Path) -> None:
    assert verdicts(kilns, name)[rule] == "violated"
    about = (f"kilns.{name}Strategy", rule)
    finding = next(each for each in kilns["findings"] if (each["object"], each["rule"]) == about)
    assert "flaky" not in finding
    case = kilns["cases"][finding["fingerprint"]]
    assert case.count("Call(") == 1
    (tmp_path / "kilns.py").write_text(KILNS)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "case.py").write_text(case)
    replayed = subprocess.run([sys.executable, "case.py"], cwd=tmp_path, capture_output=True, text=True)
    assert replayed.returncode == 1, replayed.stdout + replayed.stderr
    assert f"{rule} is broken" in replayed.stdout


def test_what_needs_no_earlier_call_has_none(kilns: dict[str, Any]) -> None:
    found = [each for each in kilns["findings"] if each["object"] == "kilns.PooledStrategy"]
    finding = next(each for each in found if each["verdict"] == "violated")
    assert "before=" not in kilns["cases"][finding["fingerprint"]]


_COUNTING = """
from kilns import Base, Kiln, Status
TALLY = {"fired": 0}
class OnItsClassStrategy(Base):
    fired = 0
    def prepare_for_create(self, ctx, obj: Kiln):
        type(self).fired += 1
        if self.fired < 700:
            obj.status = Status()
        obj.metadata.generation = 1
class OnItselfStrategy(Base):
    def __init__(self):
        self.fired = 0
    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln):
        self.fired += 1
        if self.fired < 600:
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
class InATableStrategy(Base):
    def prepare_for_create(self, ctx, obj: Kiln):
        TALLY["fired"] += 1
        if TALLY["fired"] > 900:
            return
        super().prepare_for_create(ctx, obj)
class CountsStrategy(Base):
    fired = 0
    def prepare_for_create(self, ctx, obj: Kiln):
        type(self).fired += 1
        super().prepare_for_create(ctx, obj)
class TiresStrategy(CountsStrategy):
    def prepare_for_create(self, ctx, obj: Kiln):
        super().prepare_for_create(ctx, obj)
        if self.fired > 400:
            raise RuntimeError("enough for today")
class HoardsStrategy(Base):
    hoard = [0]
    def prepare_for_create(self, ctx, obj: Kiln):
        self.hoard[0] += 1
        self.hoard.append(bytearray(2_000_000))
        super().prepare_for_create(ctx, obj)
"""


def test_leaks_after_many_calls_are_found_where_a_hook_remembers_some(tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"kilns.py": KILNS, "counting.py": _COUNTING})
    found = {each["object"]: each for each in report["findings"] if each["object"].startswith("counting.")}
    assert set(found) == {f"counting.{name}Strategy" for name in ("OnItsClass", "OnItself", "InATable")}
    for finding in found.values():
        assert finding["verdict"] == "violated"
        assert finding["message"].endswith(", after 1,000 calls")
        assert finding["fingerprint"] not in report["cases"]
