"""What a rule is said to hold by: runs of each operation, with gates turned that the code asks for, and no condition in
sight that may be a gate by another name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SAILS = """\
from __future__ import annotations

from dataclasses import dataclass, field

from gates import enabled


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Rig:
    masts: int = 0
    crew: list[str] = field(default_factory=list)
    # +k8s:featureGate=Spinnaker
    spinnaker: str | None = None


@dataclass
class Boat:
    metadata: Meta = field(default_factory=Meta)
    spec: Rig = field(default_factory=Rig)


class BoatStrategy:
    def get_reset_fields(self) -> set[str]:
        return {"metadata.labels"}

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.metadata.generation = 1
        if not enabled("Spinnaker"):
            obj.spec.spinnaker = None

    def prepare_for_update(self, ctx: object, obj: Boat, old: Boat) -> None:
        obj.metadata.labels = old.metadata.labels
        if not enabled("Spinnaker") and old.spec.spinnaker is None:
            obj.spec.spinnaker = None
        if obj.spec != old.spec:
            obj.metadata.generation += 1
"""
GATES = """\
SPINNAKER = "Spinnaker"


def enabled(name: str) -> bool:
    return False
"""
NOT_DROPPED, ENABLED = "gated-field-not-dropped", "gated-field-dropped-when-enabled"
UNGATED, RESET = "ungated-field-dropped", "reset-fields-mismatch"
ON_CREATE = '        if not enabled("Spinnaker"):\n'
ON_UPDATE = '        if not enabled("Spinnaker") and old.spec.spinnaker is None:\n'

Watch = Callable[..., dict[str, Any]]


def judged(watched: Watch, *changes: tuple[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Verdicts and messages by rule."""
    source = SAILS
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    report = watched({"sails.py": source, "gates.py": GATES}, gates="gates")
    rows = {row["rule"]: row["verdict"] for row in report["verdicts"]}
    return rows, {each["rule"]: each["message"] for each in report["findings"]}


def test_all_of_them_hold_where_all_of_them_were_tried(watched: Watch) -> None:
    rows, _ = judged(watched)
    assert {rows[rule] for rule in (NOT_DROPPED, ENABLED, UNGATED, RESET)} == {"holds"}


@pytest.mark.parametrize("condition", ["not ctx.regatta", 'ctx.user != "skipper"', "ctx.is_dry()"])
@pytest.mark.parametrize("place", [ON_CREATE, ON_UPDATE])
def test_a_condition_on_the_context_may_be_a_gate_and_breaks_nothing(
    watched: Watch, condition: str, place: str
) -> None:
    dropping = f"        if {condition}:\n            obj.spec.spinnaker = None\n"
    rows, told = judged(watched, (place, dropping + place))
    assert rows[NOT_DROPPED] == rows[UNGATED] == "holds"
    if "dry" not in condition:  # a context that says nothing is not dry, and nobody compares it with anything else
        assert rows[ENABLED] == "unproven"
        assert "depends on the request's context" in told[ENABLED]


def test_what_no_context_decides_is_violated_as_ever(watched: Watch) -> None:
    asking = "        if ctx.regatta:\n            print(ctx.user)\n"
    rows, _ = judged(watched, (ON_CREATE, f"{asking}        if True:\n"))
    assert rows[ENABLED] == "violated"
    rows, _ = judged(watched, (ON_UPDATE, f"{asking}        if ctx.regatta and False:\n"))
    assert rows[NOT_DROPPED] == "violated"


@pytest.mark.parametrize(("place", "operation"), [(ON_CREATE, "creates"), (ON_UPDATE, "updates")])
def test_an_operation_that_never_stores_leaves_the_rule_unproven(watched: Watch, place: str, operation: str) -> None:
    rows, told = judged(
        watched, (place, f'        if obj is not None:\n            raise ValueError("closed")\n{place}')
    )
    for rule in (NOT_DROPPED, ENABLED, UNGATED):
        assert rows[rule] == "unproven"
        assert f"of {operation}: nothing was ever stored: ValueError: closed" in told[rule]


def test_gates_that_are_not_asked_for_can_t_be_turned(watched: Watch) -> None:
    rows, told = judged(watched, (ON_CREATE, "        if False:\n"), (ON_UPDATE, "        if False:\n"))
    assert rows[UNGATED] == "unproven"
    assert "the hooks ask for no gate" in told[UNGATED]


def test_a_named_field_of_which_no_change_is_stored_is_neither_reset_nor_not(watched: Watch) -> None:
    refusing = '        if obj.spec.crew != old.spec.crew or obj.spec.masts != old.spec.masts:\n            raise ValueError("aground")\n'
    refusing += '        if obj.spec.spinnaker != old.spec.spinnaker:\n            raise ValueError("aground")\n'
    named = ('{"metadata.labels"}', '{"metadata.labels", "spec"}')
    rows, told = judged(watched, named, (ON_UPDATE, refusing + ON_UPDATE))
    assert rows[RESET] == "unproven"
    assert "aground" in told[RESET]
    rows, told = judged(watched, named)
    assert rows[RESET] == "violated"


@pytest.mark.parametrize("name", ["status", "spec.keel", "metadata.finalizers", "spec.keel.depth"])
def test_a_name_that_no_field_has_is_not_reset(watched: Watch, name: str) -> None:
    rows, told = judged(watched, ('{"metadata.labels"}', f'{{"metadata.labels", "{name}"}}'))
    assert rows[RESET] == "violated"
    assert f"{name} is named, and the objects have no such field" in told[RESET]
