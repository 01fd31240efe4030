"""Which object a declarative registration's rows stand under (contract section 2): the hook that can break the rule,
else the registration."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from apivet.check.run import run
from apivet.config import load_config

FANS = """
    from __future__ import annotations

    from dataclasses import dataclass, field
    from typing import Annotated

    from apimachinery.gates import FeatureGate, enabled
    from apimachinery.registry import RESTConfig, StatusConfig, StrategyConfig, new_rest


    @dataclass
    class Meta:
        generation: int = 0
        labels: dict[str, str] = field(default_factory=dict)


    @dataclass
    class Spec:
        size: int = 0
        turbo: Annotated[int | None, FeatureGate("Turbo")] = None


    @dataclass
    class Status:
        ready: bool = False


    @dataclass
    class Fan:
        metadata: Meta
        spec: Spec
        status: Status


    def on_create(obj: Fan) -> None:
        if not enabled("Turbo"):
            obj.spec.size = 0


    def on_update(obj: Fan, old: Fan) -> None:
        obj.spec.turbo = None


    def on_status(obj: Fan, old: Fan) -> None:
        obj.spec.size = 3


    fans = new_rest(RESTConfig(resource="fans", kind=Fan{hooks}))
"""

NOT_DROPPED, IN_USE, ENABLED = (
    "gated-field-not-dropped",
    "gated-field-dropped-in-use",
    "gated-field-dropped-when-enabled",
)
UNGATED = "ungated-field-dropped"
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"
SPEC, METADATA = "spec-not-kept-on-status-update", "metadata-not-reset-on-status-update"
BUMPED = "generation-not-bumped-on-spec-change"


def _rows(place: Path, monkeypatch: pytest.MonkeyPatch, hooks: str) -> dict[str, dict[str, str]]:
    """The verdicts by rule and object."""
    (place / "fans.py").write_text(textwrap.dedent(FANS.replace("{hooks}", hooks)))
    (place / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(place)
    found: dict[str, dict[str, str]] = {}
    for row in run([], load_config(place).on_command_line(jobs=1)).judgements:
        name = row.object.rpartition(".")[2]
        assert name not in found.setdefault(row.rule, {}), (row.rule, name)
        found[row.rule][name] = row.verdict.value
    return found


def test_without_hooks_all_rows_are_the_registrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(tmp_path, monkeypatch, "")
    for rule in (NOT_DROPPED, IN_USE, ENABLED, UNGATED, WIPED, KEPT, SPEC, METADATA, BUMPED):
        assert rows[rule] == {"fans": "holds"}, rule


def test_a_create_hook_answers_for_what_it_can_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(tmp_path, monkeypatch, ", strategy_config=StrategyConfig(prepare_for_create=on_create)")
    for rule in (NOT_DROPPED, ENABLED, WIPED):
        assert rows[rule] == {"on_create": "holds"}, rule
    assert rows[UNGATED] == {"on_create": "violated"}
    for rule in (IN_USE, KEPT, SPEC, METADATA, BUMPED):
        assert rows[rule] == {"fans": "holds"}, rule


def test_an_update_hook_answers_for_what_it_can_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(tmp_path, monkeypatch, ", strategy_config=StrategyConfig(prepare_for_update=on_update)")
    assert rows[IN_USE] == rows[ENABLED] == {"on_update": "violated"}
    for rule in (NOT_DROPPED, UNGATED, KEPT):
        assert rows[rule] == {"on_update": "holds"}, rule
    for rule in (WIPED, SPEC, METADATA, BUMPED):
        assert rows[rule] == {"fans": "holds"}, rule


def test_a_status_hook_answers_for_the_status_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(tmp_path, monkeypatch, ", status_config=StatusConfig(prepare_for_update=on_status)")
    assert rows[SPEC] == {"on_status": "violated"}
    assert rows[METADATA] == {"on_status": "holds"}
    for rule in (NOT_DROPPED, IN_USE, ENABLED, UNGATED, WIPED, KEPT, BUMPED):
        assert rows[rule] == {"fans": "holds"}, rule
