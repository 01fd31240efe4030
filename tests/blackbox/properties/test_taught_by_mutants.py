"""Mistakes that the black box once looked past, and what it once took for one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from apivet.check.observing import observe
from apivet.config import load_config
from apivet.verdicts import Verdict

TYPES = """
from __future__ import annotations
from dataclasses import dataclass, field, replace
from typing import Annotated


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


STATES = {"Cooling": False}


def enabled(gate: str) -> bool:
    return STATES[gate]


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class OvenSpec:
    degrees: int = 0
    address: str | None = None
    racks: list[str] = field(default_factory=list)
    parts: dict[str, int] = field(default_factory=dict)
    minutes: int | None = None
    fan: Annotated[str | None, FeatureGate("Cooling")] = None


@dataclass
class OvenStatus:
    phase: str = ""


@dataclass
class Oven:
    metadata: Meta
    spec: OvenSpec
    status: OvenStatus


def drop(spec: OvenSpec, old: OvenSpec | None) -> None:
    if not enabled("Cooling") and (old is None or old.fan is None):
        spec.fan = None
"""
STRATEGY = """
from ovens import *


class OvenStrategy:
    def prepare_for_create(self, ctx, obj: Oven) -> None:
        obj.status = OvenStatus()
        drop(obj.spec, None)
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Oven, old: Oven) -> None:
        obj.status = old.status
        {body}
"""
DROP = "drop(obj.spec, old.spec)"
BUMP = "if obj.spec != old.spec: obj.metadata.generation += 1"
MISTAKES = {
    "generation-compared-too-early": (BUMP, DROP),
    "generation-not-bumped-on-spec-change": (
        DROP,
        "if obj.spec.address is None: old.spec.address = None",
        BUMP,
    ),
}


def violated(directory: Path, monkeypatch: pytest.MonkeyPatch, strategy: str) -> set[str]:
    (directory / "ovens.py").write_text(TYPES)
    (directory / "strategy.py").write_text(strategy)
    (directory / "pyproject.toml").write_text('[tool.apivet]\nfeature-gates = ["ovens"]\n')
    monkeypatch.chdir(directory)
    report = observe([], load_config(directory), seed=1).report
    assert not report.problems
    assert any(row.verdict is Verdict.HOLDS for row in report.judgements)
    return {finding.rule for finding in report.findings if finding.verdict is Verdict.VIOLATED}


@pytest.mark.parametrize("rule", MISTAKES)
def test_the_generation_of_updates_in_one_thing_alone(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "\n        ".join(MISTAKES[rule])
    assert violated(tmp_path, monkeypatch, STRATEGY.format(body=body)) == {rule}


SAME_SPECS = {
    "the same racks in another order": "sorted(spec.racks), spec.degrees, spec.address, spec.parts, spec.minutes, spec.fan",
    "the same parts under other names": "spec.racks, sorted(map(repr, spec.parts.values())), *rest(spec)",
    "no minutes for none given": "spec.racks, spec.parts, spec.degrees, spec.address, spec.minutes or 0, spec.fan",
    "all there is": None,
}


@pytest.mark.parametrize("seen", SAME_SPECS)
def test_specs_that_hold_the_same_in_another_place(seen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signature = SAME_SPECS[seen]
    bump = "if signature(obj.spec) != signature(old.spec): obj.metadata.generation += 1"
    strategy = STRATEGY.format(body=f"{DROP}; {bump if signature else BUMP}".replace("; ", "\n        "))
    rest = "def rest(spec): return spec.degrees, spec.address, spec.minutes, spec.fan\n"
    functions = f"{rest}def signature(spec): return {signature}\n"
    expected = {"generation-not-bumped-on-spec-change"} if signature else set()
    assert violated(tmp_path, monkeypatch, strategy + functions) == expected


IN_USE = {
    "put back to the stored one": "if not enabled('Cooling'): obj.spec.fan = old.spec.fan",
    "set, and empty": "if not enabled('Cooling') and not old.spec.fan: obj.spec.fan = None",
}


@pytest.mark.parametrize("drop", IN_USE.values(), ids=IN_USE)
def test_a_field_in_use_whose_new_value_is_not_stored(
    drop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy = STRATEGY.format(body=f"{drop}\n        {BUMP}")
    assert violated(tmp_path, monkeypatch, strategy) == {"gated-field-dropped-in-use"}


@pytest.mark.parametrize(("named", "found"), [("spec.racks", set()), ("spec.degrees", {"reset-fields-mismatch"})])
def test_a_field_within_the_spec_that_is_named_as_reset(
    named: str, found: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "\n        ".join(("obj.spec.racks = old.spec.racks", DROP, BUMP))
    strategy = (
        STRATEGY.format(body=body) + f"\n    def get_reset_fields(self):\n        return {{'status', '{named}'}}\n"
    )
    assert violated(tmp_path, monkeypatch, strategy) == found


def test_a_gated_field_that_is_put_back_with_the_whole_spec_is_not_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "\n        ".join(("obj.spec = replace(old.spec, degrees=old.spec.degrees or 1)", BUMP))
    assert violated(tmp_path, monkeypatch, STRATEGY.format(body=body)) == set()


@pytest.mark.parametrize(
    ("sorted_", "found"),
    [
        (("obj.spec.racks.sort()",), set()),
        (("old.spec.racks.sort()", "obj.spec.racks.sort()"), {"generation-not-bumped-on-spec-change"}),
    ],
)
def test_what_is_stored_in_an_order_that_the_hook_would_not_leave(
    sorted_: tuple[str, ...], found: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "\n        ".join((DROP, *sorted_, BUMP))
    assert violated(tmp_path, monkeypatch, STRATEGY.format(body=body)) == found


def test_a_field_goes_by_its_own_gate_whatever_the_others_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second gated field, whose gate takes the first one away."""
    gated = 'fan: Annotated[str | None, FeatureGate("Cooling")] = None'
    types = TYPES.replace(gated, f'{gated}\n    steam: Annotated[str | None, FeatureGate("Airing")] = None')
    types = types.replace('"Cooling": False}', '"Cooling": False, "Airing": False}')
    monkeypatch.setattr(sys.modules[__name__], "TYPES", types)
    drop = """
        if not enabled("Airing") and old.spec.steam is None: obj.spec.steam = None
        if not (enabled("Cooling") and enabled("Airing")) and old.spec.fan is None: obj.spec.fan = None
    """.strip()
    create = "if not enabled('Airing'): obj.spec.steam = None"
    strategy = STRATEGY.replace("drop(obj.spec, None)", f"drop(obj.spec, None)\n        {create}")
    found = violated(tmp_path, monkeypatch, strategy.format(body=f"{drop}\n        {BUMP}"))
    assert found == {"gated-field-dropped-when-enabled", "ungated-field-dropped"}
