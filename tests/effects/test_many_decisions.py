"""Hooks in which many independent decisions meet are decided, and no decision that matters is passed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

Judged = Callable[[str], dict[str, Verdict]]

CREATE = """
def prepare_for_create(self, obj: Widget):
    {before}
    obj.status = Status()
    obj.metadata.generation = 1
"""
UPDATE = """
def prepare_for_update(self, obj: Widget, old: Widget):
    {before}
    obj.status = old.status
    {after}
    if obj.spec != old.spec:
        obj.metadata.generation = old.metadata.generation + 1
    {last}
"""


def lines(pattern: str, number: int) -> str:
    return "".join(pattern.replace("@", str(each)) + "\n    " for each in range(number)) or "pass"


def hooks(*, create: str = "pass", before: str = "pass", after: str = "pass", last: str = "pass") -> str:
    return CREATE.format(before=create) + UPDATE.format(before=before, after=after, last=last)


def of_status_and_generation(verdicts: dict[str, Verdict]) -> set[Verdict]:
    return {verdict for rule, verdict in verdicts.items() if rule.startswith(("status-", "generation-"))}


@pytest.mark.parametrize("number", [3, 10, 25])
def test_one_field_of_the_spec_is_set_in_many_branches(number: int, judged: Judged) -> None:
    branches = lines("if obj.spec.replicas > @: obj.spec.image = 'tier-@'", number)
    verdicts = judged(hooks(create=branches, before=branches))
    assert of_status_and_generation(verdicts) == {Verdict.HOLDS}


def test_one_of_many_branches_changes_the_spec_after_the_comparison(judged: Judged) -> None:
    branches = lines("if obj.spec.replicas > @: obj.spec.image = 'tier-@'", 12)
    verdicts = judged(hooks(before=branches, last="if obj.spec.limit == 7: obj.spec.limit = 8"))
    assert verdicts["generation-compared-too-early"] is Verdict.VIOLATED


def test_the_server_chooses_a_phase_in_many_branches(judged: Judged) -> None:
    phases = lines("if obj.spec.replicas > @: obj.status.phase = 'tier-@'", 30)
    assert judged(hooks(create=phases, before=phases, last=phases))["status-not-kept-on-update"] is Verdict.HOLDS


def test_one_of_many_phases_is_the_callers(judged: Judged) -> None:
    phases = lines("if obj.spec.replicas > @: obj.status.phase = 'tier-@'", 30)
    verdicts = judged(
        hooks(before="sent = obj.status.phase", last=f"{phases}if obj.spec.limit == 3: obj.status.phase = sent")
    )
    assert verdicts["status-not-kept-on-update"] is Verdict.VIOLATED


def test_a_validator_that_can_only_raise_costs_nothing(judged: Judged) -> None:
    refusals = lines("if obj.spec.replicas == @ and (obj.spec.image or obj.spec.limit == @): raise ValueError(@)", 40)
    verdicts = judged(hooks(create=refusals, before=refusals))
    assert of_status_and_generation(verdicts) == {Verdict.HOLDS}


def test_a_violation_on_the_one_path_that_a_validator_lets_through(judged: Judged) -> None:
    refusals = lines("if obj.spec.replicas != @ and obj.spec.limit == @: raise ValueError(@)", 20)
    verdicts = judged(hooks(before=refusals, last="if obj.spec.limit == 5: obj.metadata.generation = 9"))
    assert verdicts["generation-bumped-without-spec-change"] is Verdict.VIOLATED


def test_what_a_validator_refuses_is_no_violation(judged: Judged) -> None:
    refusals = lines("if obj.spec.limit == @: raise ValueError(@)", 20)
    verdicts = judged(hooks(before=refusals, last="if obj.spec.limit == 5: obj.metadata.generation = 9"))
    assert verdicts["generation-bumped-without-spec-change"] is Verdict.HOLDS


@pytest.mark.parametrize(("compared", "expected"), [(30, Verdict.HOLDS), (29, Verdict.VIOLATED)])
def test_each_field_has_a_default_and_is_compared_by_itself(compared: int, expected: Verdict) -> None:
    fields = [f"berth_{number}" for number in range(30)]
    declared = "".join(f"    {name}: int | None = None\n" for name in fields)
    kept = "".join(
        f"        if obj.spec.{name} is None:\n            obj.spec.{name} = old.spec.{name}\n" for name in fields
    )
    asked = " or ".join(f"obj.spec.{name} != old.spec.{name}" for name in fields[:compared])
    quay = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Meta:\n    generation: int = 0\n\n\n"
        f"@dataclass\nclass Spec:\n{declared}\n\n@dataclass\nclass Quay:\n    metadata: Meta\n    spec: Spec\n\n\n"
        "class QuayStrategy:\n    def prepare_for_update(self, obj: Quay, old: Quay):\n"
        f"{kept}        if {asked}:\n            obj.metadata.generation = old.metadata.generation + 1\n"
    )
    workspace = workspace_from_text({"quay.py": quay})
    rows = judge(workspace.contents("quay.py"), workspace, Config()).rows
    assert [row.verdict for row in rows if row.rule == "generation-not-bumped-on-spec-change"] == [expected]
