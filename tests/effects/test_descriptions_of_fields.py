"""Descriptions of fields, and what they say besides the name."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

KEPT, WIPED = "status-not-kept-on-update", "status-not-wiped-on-create"

MODULE = """
from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import attrs


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Spec:
    depth: int = 0


{status}


@dataclass
class Well:
    metadata: Meta
    spec: Spec
    status: Status


class WellStrategy:
    def prepare_for_create(self, obj: Well) -> None:
        obj.metadata.generation = 1
        {create}

    def prepare_for_update(self, obj: Well, old: Well) -> None:
        {update}
"""

DATA = """
@dataclass
class Status:
    level: int = 0
    dry: bool = field(default=False, {option}=False)
"""
ATTRS = """
@attrs.define
class Status:
    level: int = 0
    dry: bool = attrs.field(default=False, {option}=False)
"""
REBUILT = "obj.status = Status(**{{each.name: getattr(old.status, each.name) for each in {fields} if {asked}}})"
CLEARED = """for each in {fields}:
            if {asked}:
                setattr(obj.status, each.name, getattr(Status(), each.name))"""


def verdict_of(rule: str, status: str, create: str = "obj.status = Status()", update: str = "pass") -> Verdict:
    """The worst verdict on the rule."""
    source = MODULE.format(status=status, create=create, update=update)
    workspace = workspace_from_text({"wells.py": source})
    rows = judge(workspace.contents("wells.py"), workspace, Config()).rows
    order = [Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED]
    return max((row.verdict for row in rows if row.rule == rule), key=order.index)


@pytest.mark.parametrize(
    ("form", "option", "asked", "holds"),
    [
        (DATA, "init", "each.init", False),
        (DATA, "compare", "each.init", True),
        (DATA, "compare", "each.compare", False),
        (DATA, "repr", "each.compare", True),
        (ATTRS, "init", "each.init", False),
        (ATTRS, "repr", "each.init", True),
        (ATTRS, "eq", "each.eq", False),
        (ATTRS, "eq", "each.init and each.name", True),
    ],
)
def test_a_rebuilt_part_has_the_fields_that_are_asked_for(form: str, option: str, asked: str, holds: bool) -> None:
    fields = "dataclasses.fields(old.status)" if form is DATA else "attrs.fields(Status)"
    update = REBUILT.format(fields=fields, asked=asked)
    verdict = verdict_of(KEPT, form.format(option=option), update=update)
    assert (verdict is Verdict.HOLDS) is holds


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("each.init", False),
        ("not each.init", False),
        ("each.init or not each.init", True),
        ("each.compare", True),
        ("each.kw_only", False),
        ("not each.kw_only", False),
        ("each.type", False),
    ],
)
def test_fields_are_cleared_that_are_asked_for(asked: str, holds: bool) -> None:
    create = CLEARED.format(fields="dataclasses.fields(obj.status)", asked=asked)
    verdict = verdict_of(WIPED, DATA.format(option="init"), create)
    assert (verdict is Verdict.HOLDS) is holds
