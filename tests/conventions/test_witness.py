"""A witness can be followed by a person: decisions, changes, where the hook ends, and what was not reached."""

from __future__ import annotations

import textwrap

from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Finding, Verdict

TYPES = """
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated


class FeatureGate:
    def __init__(self, name): ...


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Spec:
    replicas: int = 0
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Status:
    phase: str = ""


@dataclass
class Widget:
    metadata: Meta
    spec: Spec
    status: Status
"""


def found(hooks: str, rule: str, **others: str) -> Finding:
    """The violation of a rule by a strategy with these hooks; lines count from the ``class`` statement, which is 3."""
    source = "from types_ import Status, Widget\n\nclass Strategy:\n" + textwrap.indent(textwrap.dedent(hooks), "    ")
    files = {"types_.py": TYPES, "strategy.py": source, **{f"{name}.py": text for name, text in others.items()}}
    workspace = workspace_from_text(files)
    findings = judge(workspace.contents("strategy.py"), workspace, Config()).findings
    (finding,) = [one for one in findings if one.rule == rule and one.verdict is Verdict.VIOLATED]
    return finding


def told(finding: Finding) -> list[tuple[int, str]]:
    return [(step.line, step.note) for step in finding.witness]


def test_an_early_return_names_the_decision_and_what_it_goes_around() -> None:
    finding = found(
        """\
        def prepare_for_create(self, ctx, obj: Widget):
            if ctx.fast:
                return
            obj.status = Status()
        """,
        "status-not-wiped-on-create",
    )
    assert told(finding) == [
        (5, "ctx.fast is set"),
        (6, "returns here"),
        (7, "never comes to where it sets status to a new Status"),
    ]
    assert finding.location.line == 4


def test_a_wrong_assignment_is_where_the_finding_stands() -> None:
    finding = found(
        """\
        def prepare_for_update(self, obj: Widget, old: Widget):
            obj.status = obj.status
        """,
        "status-not-kept-on-update",
    )
    assert finding.location.line == 5
    assert told(finding) == [(5, "sets status to the caller's status")]


def test_a_gate_is_named() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            if not enabled("Burst"):
                obj.status = Status()
        """,
        "status-not-wiped-on-create",
    )
    assert (5, "the gate Burst is on") in told(finding)


def test_a_hook_that_is_not_there_is_said_to_be_missing() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            obj.status = Status()
        """,
        "status-not-kept-on-update",
    )
    assert finding.location.line == 3
    assert told(finding) == [(3, "there is no prepare_for_update, so that the object is stored as it was sent")]


def test_a_hook_that_never_touches_the_part_says_so() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            obj.metadata.generation = 1
        """,
        "status-not-wiped-on-create",
    )
    assert told(finding) == [(4, "nothing sets status on the way")]


def test_a_change_in_another_file_is_placed_at_the_call() -> None:
    finding = found(
        """\
        def prepare_for_update(self, obj: Widget, old: Widget):
            import helpers

            helpers.keep(old, obj)
        """,
        "status-not-kept-on-update",
        helpers="def keep(obj, old):\n    obj.status = old.status\n",
    )
    assert (finding.location.path, finding.location.line) == ("strategy.py", 7)
    assert [step.path for step in finding.witness] == ["helpers.py"]


def test_an_exception_that_is_swallowed_is_on_the_way() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            try:
                self.registry.check(obj.metadata.name)
                obj.status = Status()
            except Exception:
                pass
        """,
        "status-not-wiped-on-create",
    )
    assert (7, "raises before this is done, and the exception is caught") in told(finding)


def test_two_comparisons_tell_what_differs() -> None:
    finding = found(
        """\
        def prepare_for_update(self, obj: Widget, old: Widget):
            obj.status = old.status
            if obj.spec.replicas != old.spec.replicas:
                obj.metadata.generation += 1
        """,
        "generation-not-bumped-on-spec-change",
    )
    assert told(finding)[0] == (6, "the caller's spec.replicas equals the stored spec.replicas")


def test_what_is_set_in_another_object_is_no_step() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            audit = {"status": "created"}
            audit["status"] = "noted"
        """,
        "status-not-wiped-on-create",
    )
    assert (finding.location.line, told(finding)) == (4, [(4, "nothing sets status on the way")])


def test_an_object_that_is_stored_instead_is_the_one_in_question() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget) -> Widget:
            made = Widget(obj.metadata, obj.spec, Status())
            made.status = obj.status
            return made
        """,
        "status-not-wiped-on-create",
    )
    assert (6, "sets status to the caller's status") in told(finding)


def test_nothing_is_told_twice() -> None:
    finding = found(
        """\
        def prepare_for_create(self, obj: Widget):
            if obj.spec.burst is not None and obj.spec.burst:
                return
            obj.status = Status()
        """,
        "status-not-wiped-on-create",
    )
    assert [note for line, note in told(finding) if line == 5] == ["the caller's spec.burst is set"]


def test_the_value_of_a_flag_is_told_with_what_it_hangs_on() -> None:
    finding = found(
        """\
        def __init__(self, strict: bool):
            self.strict = strict

        def prepare_for_create(self, obj: Widget): ...

        def allow_create_on_update(self, ctx=None):
            if self.strict:
                return True
            return False
        """,
        "allow-create-on-update-not-default",
    )
    assert told(finding) == [(10, "the condition is true")]
