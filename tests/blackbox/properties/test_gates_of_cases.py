"""What the black box says of gates agrees with the static cases, and does not depend on which paths are named."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

import pytest

from apivet.check.observing import observe
from apivet.check.run import run
from apivet.config import load_config
from apivet.verdicts import Report, Verdict

CASES = Path(__file__).parents[2] / "cases" / "gates"
UNGATED = "ungated-field-dropped"

GATES = """
    class FeatureGate:
        def __init__(self, name):
            self.name = name


    ON = set()


    def enabled(name):
        return name in ON
"""


def _project(place: Path, files: dict[str, str], config: str = "[tool.apivet]\n") -> None:
    for name, text in {"pyproject.toml": config, **files}.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))


def _verdicts(report: Report) -> dict[tuple[str, str], Verdict]:
    """The worst verdict by object and rule; fields may be told apart more finely by one half."""
    order = (Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED)
    found: dict[tuple[str, str], Verdict] = {}
    for row in report.judgements:
        if "gate" in row.rule:
            key = row.object, row.rule
            found[key] = max(found.get(key, Verdict.HOLDS), row.verdict, key=order.index)
    return found


@pytest.mark.parametrize("case", ["one_of_several_members", "cleared_by_a_gate", "several_fields_of_a_feature"])
def test_both_halves_agree_on_cases(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _project(tmp_path, {"apimachinery/__init__.py": "", "apimachinery/gates.py": GATES, "features.py": GATES})
    shutil.copy(CASES / f"{case}.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path).on_command_line(jobs=2)
    static, watched = _verdicts(run([], config)), _verdicts(observe([], config, seed=1).report)
    shared = static.keys() & watched.keys()
    differing = {key for key in shared if {static[key], watched[key]} == {Verdict.HOLDS, Verdict.VIOLATED}}
    assert not differing
    decided = [key for key in shared if static[key] is watched[key] is not Verdict.UNPROVEN]
    assert len(decided) > len(shared) / 2


TYPES = """
    from dataclasses import dataclass


    @dataclass
    class Meta:
        name: str = ""


    @dataclass
    class TentSpec:
        poles: int = 0
        colour: str = ""


    @dataclass
    class Tent:
        metadata: Meta
        spec: TentSpec
"""

STRATEGIES = """
    from camp.features import enabled
    from camp.tents import Tent


    class TentStrategy:
        def prepare_for_create(self, ctx, obj: Tent) -> None:
            if not enabled("Poles"):
                obj.spec.poles = 0

        def prepare_for_update(self, ctx, obj: Tent, old: Tent) -> None:
            pass


    class PitchedStrategy:
        subresource = "pitch"

        def prepare_for_update(self, ctx, obj: Tent, old: Tent) -> None:
            if enabled("Poles"):
                obj.spec.colour = ""


    class CarefulStrategy:
        def prepare_for_update(self, ctx, obj: Tent, old: Tent) -> None:
            if enabled("Poles") and not obj.spec.colour:
                obj.spec.colour = "green"
"""


@pytest.mark.parametrize("paths", [["src"], ["src/camp/strategies.py"]], ids=["all", "one file"])
def test_registered_gates_are_known_however_the_paths_are_chosen(
    paths: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    features = 'POLES = "Poles"\n\n\ndef enabled(name):\n    return False\n'
    files = {"__init__.py": "", "features.py": features, "tents.py": TYPES, "strategies.py": STRATEGIES}
    table = '[tool.apivet]\nfeature-gates = ["camp.features"]\nsource-roots = ["src"]\n'
    _project(tmp_path, {f"src/camp/{name}": text for name, text in files.items()}, table)
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path).on_command_line(jobs=1)
    said = {
        (name.rpartition(".")[2], rule): verdict
        for (name, rule), verdict in _verdicts(observe(paths, config, seed=1).report).items()
    }
    assert said["TentStrategy", UNGATED] is Verdict.VIOLATED
    assert said["PitchedStrategy", UNGATED] is Verdict.VIOLATED
    assert said["CarefulStrategy", UNGATED] is Verdict.HOLDS


def test_what_nobody_registers_decides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _project(tmp_path, {"apimachinery/__init__.py": "", "apimachinery/gates.py": GATES})
    shutil.copytree(CASES / "registered_nowhere", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path).on_command_line(jobs=2)
    said = {
        (name.rpartition(".")[2], rule): verdict
        for (name, rule), verdict in _verdicts(observe([], config, seed=1).report).items()
    }
    for rule in ("gated-field-not-dropped", "gated-field-dropped-when-enabled", "gated-field-dropped-in-use"):
        assert said["MistypedCheckStrategy", rule] is Verdict.UNPROVEN
        assert ("MistypedTagStrategy", rule) not in said
    assert said["NeverDroppedStrategy", "gated-field-not-dropped"] is Verdict.VIOLATED
    assert said["MistypedTagStrategy", UNGATED] is Verdict.HOLDS


def test_without_gates_nothing_is_asked_about_them_of_other_subresources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategies = STRATEGIES.replace("    from camp.features import enabled\n", "").replace('enabled("Poles")', "True")
    files = {"camp/__init__.py": "", "camp/tents.py": TYPES, "camp/strategies.py": strategies}
    _project(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path).on_command_line(jobs=1)
    asked = {name.rpartition(".")[2] for name, _ in _verdicts(run([], config))}
    assert asked == {"TentStrategy", "CarefulStrategy"}
    assert not _verdicts(observe([], config, seed=1).report)
