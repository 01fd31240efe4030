"""Mistakes that show only with some values, or only after some requests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from apivet.check.observing import Watched, observe
from apivet.config import load_config
from apivet.verdicts import Verdict

pytestmark = pytest.mark.long

LIMITS = """
RETIRED = frozenset({"coal", "peat"})
HOTTEST = 230


def is_retired(fuel):
    return fuel in RETIRED


def is_too_hot(degrees):
    return degrees > HOTTEST
"""

TYPES = """
from __future__ import annotations
import enum
from dataclasses import dataclass, field
from typing import Annotated


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


STATES = {"Steam": False}


def enabled(gate: str) -> bool:
    return STATES[gate]


class Mode(enum.Enum):
    BAKE = "Bake"
    GRILL = "Grill"
    CLEAN = "Clean"


@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)


@dataclass
class OvenSpec:
    degrees: int = 0
    fuel: str = ""
    mode: Mode = Mode.BAKE
    locked: bool = False
    minutes: int | None = None
    steam: Annotated[int | None, FeatureGate("Steam")] = None


@dataclass
class OvenStatus:
    phase: str = ""
    warm: bool = False
    degrees: int = 0


@dataclass
class Oven:
    metadata: Meta
    spec: OvenSpec
    status: OvenStatus
"""

STRATEGY = """
import copy

from shop import limits
from shop.limits import is_retired
from shop.types import Mode, Oven, OvenStatus, enabled


class OvenStrategy:
    kept = "shop/keep"

    def prepare_for_create(self, ctx, obj: Oven) -> None:
        {create}
            obj.status = OvenStatus()
        self.drop(obj, None)
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Oven, old: Oven) -> None:
        {keep}
            obj.status = old.status
        {drop}
            self.drop(obj, old)
        {bump}
            obj.metadata.generation = old.metadata.generation + 1

    def drop(self, obj: Oven, old: Oven | None) -> None:
        if not enabled("Steam") and (old is None or old.spec.steam is None):
            obj.spec.steam = None


class OvenStatusStrategy:
    def prepare_for_update(self, ctx, obj: Oven, old: Oven) -> None:
        {spec}
            obj.spec = old.spec
        obj.metadata = copy.deepcopy(old.metadata)
"""

RIGHT = {
    "create": "if True:",
    "keep": "if True:",
    "drop": "if True:",
    "bump": "if obj.spec != old.spec:",
    "spec": "if True:",
}


def seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, seed: int = 1, sequences: int = 20, **spoiled: str
) -> Watched:
    """What a run over the ovens shows, with some lines spoiled."""
    package = folder / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "limits.py").write_text(LIMITS)
    (package / "types.py").write_text(TYPES)
    (package / "strategy.py").write_text(STRATEGY.format(**{**RIGHT, **spoiled}))
    settings = f"[tool.apivet.blackbox]\nsequences = {sequences}\n"
    (folder / "pyproject.toml").write_text(settings)
    monkeypatch.chdir(folder)
    watched = observe([], load_config(folder), seed=seed)
    assert not watched.unexercised
    assert not watched.report.problems
    assert sorted(path.name for path in folder.iterdir()) == ["pyproject.toml", "shop"], "nothing is left behind"
    return watched


def broken(watched: Watched) -> set[str]:
    return {finding.rule for finding in watched.report.findings if finding.verdict is Verdict.VIOLATED}


def test_what_is_right_is_right_with_all_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = seen(tmp_path, monkeypatch, sequences=100)
    assert not watched.report.findings
    assert watched.report.judgements


@pytest.mark.parametrize(
    ("spoiled", "rule"),
    [
        ({"create": "if obj.spec.fuel != 'gas':"}, "status-not-wiped-on-create"),
        ({"create": "if not is_retired(obj.spec.fuel):"}, "status-not-wiped-on-create"),
        ({"create": "if not limits.is_too_hot(obj.spec.degrees):"}, "status-not-wiped-on-create"),
        ({"create": "if obj.spec.mode is not Mode.CLEAN:"}, "status-not-wiped-on-create"),
        ({"create": "if obj.metadata.labels.get('shop/keep') != 'yes':"}, "status-not-wiped-on-create"),
        ({"create": "if obj.metadata.labels.get(self.kept) is None:"}, "status-not-wiped-on-create"),
        ({"create": "if 'shop/oven' not in obj.metadata.finalizers:"}, "status-not-wiped-on-create"),
        ({"create": "if not obj.status.warm:"}, "status-not-wiped-on-create"),
        ({"keep": "if not obj.spec.locked:"}, "status-not-kept-on-update"),
        ({"keep": "if old.status.phase != 'Cooling':"}, "status-not-kept-on-update"),
        ({"keep": "if obj.spec.minutes is None or old.spec.minutes is not None:"}, "status-not-kept-on-update"),
        ({"keep": "if old.spec.minutes != 45:"}, "status-not-kept-on-update"),
        ({"bump": "if obj.spec != old.spec and old.spec.fuel != 'wood':"}, "generation-not-bumped-on-spec-change"),
        ({"bump": "if obj.spec != old.spec or obj.spec.fuel == 'wood':"}, "generation-bumped-without-spec-change"),
        ({"bump": "if obj.spec != old.spec and old.spec.degrees:"}, "generation-not-bumped-on-spec-change"),
        ({"drop": "if obj.spec.mode != Mode.GRILL:"}, "gated-field-not-dropped"),
        ({"spec": "if old.metadata.generation > 1:"}, "spec-not-kept-on-status-update"),
        ({"spec": "if not obj.metadata.finalizers or old.metadata.finalizers:"}, "spec-not-kept-on-status-update"),
        ({"spec": "if obj.status.phase.lower() != 'off':"}, "spec-not-kept-on-status-update"),
    ],
    ids=lambda value: "".join(value.values()) if isinstance(value, dict) else value,
)
def test_one_telling_value_is_enough(
    spoiled: dict[str, str], rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is seen without any luck: no sequence is needed."""
    watched = seen(tmp_path, monkeypatch, sequences=0, **spoiled)
    assert broken(watched) == {rule}


@pytest.mark.parametrize(
    ("spoiled", "rule"),
    [
        ({"keep": "if obj.spec.locked or old.spec.locked or obj.spec.mode is Mode.BAKE:"}, "status-not-kept-on-update"),
        (
            {"keep": "if not (old.status.warm and not obj.spec.fuel and not enabled('Steam')):"},
            "status-not-kept-on-update",
        ),
        (
            {"bump": "if obj.spec != old.spec and not (old.spec.locked and obj.spec.degrees == 0):"},
            "generation-not-bumped-on-spec-change",
        ),
        (
            {"spec": "if not obj.spec.locked or obj.spec.minutes or old.spec.degrees == 7:"},
            "spec-not-kept-on-status-update",
        ),
    ],
    ids=lambda value: "".join(value.values()) if isinstance(value, dict) else value,
)
def test_several_at_once_come_about_in_sequences(
    spoiled: dict[str, str], rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = seen(tmp_path, monkeypatch, sequences=200, **spoiled)
    assert broken(watched) == {rule}
    (case,) = watched.cases.values()
    script = tmp_path / "case.py"
    script.write_text(case)
    replayed = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, env={})
    assert replayed.returncode == 1, replayed.stderr
    assert f"{rule} is broken" in replayed.stdout


def test_a_case_from_a_sequence_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not matter is left out, whatever way it came about."""
    spoiled = "if not (old.spec.fuel == 'wood' and obj.spec.degrees == 0):"
    watched = seen(tmp_path, monkeypatch, sequences=300, keep=spoiled)
    (case,) = watched.cases.values()
    assert case.count('fuel="wood"') == 1
    for irrelevant in ("minutes", "finalizers", "labels", "Steam", "GRILL", "CLEAN", "locked"):
        assert irrelevant not in case


def test_a_seed_repeats_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed tries the same, in whatever order and process; another one tries something else."""
    runs = {}
    for name, seed in (("one", 5), ("again", 5), ("other", 6)):
        folder = tmp_path / name
        folder.mkdir()
        watched = seen(folder, monkeypatch, seed=seed, keep="if not (old.status.warm and obj.spec.degrees == 3):")
        runs[name] = (watched.runs, watched.cases, [row.verdict for row in watched.report.judgements])
    assert runs["one"] == runs["again"]
    assert runs["one"][0] != runs["other"][0]


def test_a_hook_that_remembers_is_flaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It breaks the rule at its twenty-third call, and in none of the next: that is no internal error, and no proof."""
    remembers = "self.calls = getattr(self, 'calls', 0) + 1\n        if self.calls != 23:"
    watched = seen(tmp_path, monkeypatch, keep=remembers)
    assert "status-not-kept-on-update" not in broken(watched)
    told = [each.message for each in watched.report.findings if each.rule == "status-not-kept-on-update"]
    assert told[0].startswith("flaky"), told
