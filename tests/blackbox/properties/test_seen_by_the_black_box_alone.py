"""For every rule, a strategy that breaks it by means that no static analysis sees through: the black box does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from apivet import catalogue
from apivet.check.observing import Watched, observe
from apivet.check.run import run
from apivet.config import load_config
from apivet.verdicts import Report, Verdict

TYPES = '''
"""Objects of every kind that the rules are about."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


STATES = {"Cooling": False, "Heating": False}


def enabled(gate: str) -> bool:
    return STATES[gate]


@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    deletion_timestamp: datetime | None = None


@dataclass
class OvenSpec:
    degrees: int = 0
    racks: list[str] = field(default_factory=list)
    fan: Annotated[str | None, FeatureGate("Cooling")] = None
    grill: str | None = None


@dataclass
class OvenStatus:
    phase: str = ""
    seen: list[str] = field(default_factory=list)


@dataclass
class Oven:
    metadata: Meta
    spec: OvenSpec
    status: OvenStatus


def drop(spec: OvenSpec, old: OvenSpec | None) -> None:
    if not enabled("Cooling") and (old is None or old.fan is None):
        spec.fan = None
'''

#: What a conforming hook does, and the line of it that each rule's strategy replaces.
CREATE = [
    "obj.status = OvenStatus()",
    "drop(obj.spec, None)",
    "obj.metadata.generation = 1",
]
UPDATE = [
    "obj.status = old.status",
    "drop(obj.spec, old.spec)",
    "obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)",
]
STATUS = [
    "obj.spec = old.spec",
    "obj.metadata.labels = old.metadata.labels",
    "obj.metadata.deletion_timestamp = old.metadata.deletion_timestamp",
]

#: Rule, hook, the line that goes, and what comes instead.
BROKEN = {
    "status-not-wiped-on-create": ("create", CREATE[0], "obj.status.phase = ''"),
    "status-not-kept-on-update": ("update", UPDATE[0], "obj.status.phase = old.status.phase"),
    "generation-not-set-on-create": ("create", CREATE[2], "obj.metadata.generation += 1"),
    "generation-not-bumped-on-spec-change": (
        "update",
        UPDATE[2],
        "obj.metadata.generation = old.metadata.generation + (obj.spec.degrees != old.spec.degrees)",
    ),
    "generation-bumped-without-spec-change": ("update", UPDATE[2], "obj.metadata.generation += 1"),
    "generation-compared-too-early": ("update", UPDATE[2], UPDATE[2] + "; obj.spec.grill = None"),
    "gated-field-not-dropped": ("create", CREATE[1], "pass"),
    "gated-field-dropped-in-use": ("update", UPDATE[1], "drop(obj.spec, None)"),
    "gated-field-dropped-when-enabled": ("create", CREATE[1], "obj.spec.fan = None"),
    "ungated-field-dropped": (
        "create",
        CREATE[1],
        "drop(obj.spec, None); obj.spec.grill = obj.spec.grill if enabled('Heating') else None",
    ),
    "spec-not-kept-on-status-update": ("status", STATUS[0], "obj.spec.racks = old.spec.racks"),
    "metadata-not-reset-on-status-update": ("status", STATUS[1], "pass"),
    "generation-bumped-on-status-update": ("status", STATUS[2], STATUS[2] + "; obj.metadata.generation += 1"),
}
FLAGS = {
    "allow-create-on-update-not-default": ("allow_create_on_update", "not False"),
    "allow-unconditional-update-not-default": ("allow_unconditional_update", "1 < 0"),
    "garbage-collection-policy-not-default": ("default_garbage_collection_policy", "'Orp' + 'han'"),
}
RESET = "reset-fields-mismatch"


def _method(name: str, arguments: str, lines: list[str]) -> str:
    """A method whose body is text until it runs."""
    return f"    def {name}(self, {arguments}):\n        exec({'; '.join(lines)!r}, globals(), {{**locals()}})\n"


def _strategy(name: str, broken: tuple[str, str, str] | None, extra: str = "") -> str:
    hooks = {"create": list(CREATE), "update": list(UPDATE), "status": list(STATUS)}
    if broken is not None:
        hook, line, instead = broken
        lines = hooks[hook]
        lines[lines.index(line)] = instead
    is_status = broken is not None and broken[0] == "status"
    text = f"class {name}{'StatusStrategy' if is_status else 'Strategy'}:\n    object_type = Oven\n"
    if is_status:
        return text + _method("prepare_for_update", "obj: Oven, old: Oven", hooks["status"]) + extra
    text += _method("prepare_for_create", "obj: Oven", hooks["create"])
    return text + _method("prepare_for_update", "obj: Oven, old: Oven", hooks["update"]) + extra


def _class_name(rule: str) -> str:
    return rule.title().replace("-", "")


def _sources() -> str:
    parts = ["from ovens.types import *", "from ovens.types import enabled, drop", _strategy("Conforming", None)]
    parts += [_strategy(_class_name(rule), broken) for rule, broken in BROKEN.items()]
    for rule, (flag, value) in FLAGS.items():
        parts.append(_strategy(_class_name(rule), None, f"    def {flag}(self):\n        return eval({value!r})\n"))
    named = "    def get_reset_fields(self):\n        return eval(\"{'status', 'spec.degrees'}\")\n"
    parts.append(_strategy(_class_name(RESET), None, named))
    return "\n\n".join(parts)


@pytest.fixture(scope="module")
def ovens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Report, Watched]]:
    """Both halves' word on the strategies."""
    root = tmp_path_factory.mktemp("project")
    package = root / "ovens"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "types.py").write_text(TYPES)
    (package / "strategies.py").write_text(_sources())
    (root / "pyproject.toml").write_text('[tool.apivet]\nfeature-gates = ["ovens.types"]\ncache = false\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        config = load_config(Path(root))
        yield run([], config), observe([], config, seed=1)


def _verdicts(report: Report, rule: str) -> set[Verdict]:
    name = _class_name(rule)
    return {
        row.verdict
        for row in report.judgements
        if row.rule == rule and row.object.rpartition(".")[2] in (f"{name}Strategy", f"{name}StatusStrategy")
    }


@pytest.mark.parametrize("rule", [*BROKEN, *FLAGS, RESET])
def test_the_black_box_sees_what_the_static_check_cannot(rule: str, ovens: tuple[Report, Watched]) -> None:
    static, watched = ovens
    assert Verdict.VIOLATED not in _verdicts(static, rule)
    assert Verdict.VIOLATED in _verdicts(watched.report, rule)


def test_nothing_else_is_seen(ovens: tuple[Report, Watched]) -> None:
    _, watched = ovens
    expected = {(rule, _class_name(rule)) for rule in (*BROKEN, *FLAGS, RESET)}
    seen = {
        (finding.rule, finding.object.rpartition(".")[2].removesuffix("Strategy").removesuffix("Status"))
        for finding in watched.report.findings
        if finding.verdict is Verdict.VIOLATED
    }
    assert seen == expected


def test_every_rule_with_such_evidence_is_among_them() -> None:
    rules = {rule.symbol for rule in catalogue.load().rules if "blackbox" in rule.evidence and rule.scope == "strategy"}
    assert rules == {*BROKEN, *FLAGS, RESET}
