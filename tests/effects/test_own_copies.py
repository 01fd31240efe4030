"""Copies that libraries make of types with ways of their own to be copied, which may leave something out."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

KEPT, BUMPED = "status-not-kept-on-update", "generation-not-bumped-on-spec-change"

MODULE = """
from __future__ import annotations

import copy
from dataclasses import asdict, astuple, dataclass, field

import attrs
from pydantic import BaseModel, Field


class Meta(BaseModel):
    generation: int = 0


{types}


class RopeStrategy:
    def prepare_for_create(self, obj: Rope) -> None:
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rope, old: Rope) -> None:
        {hook}
"""

MODELS = """
class Spec(BaseModel):
    length: int = 0


class Status(BaseModel):
    worn: int = 0
    knots: int = 0
{own}

class Rope(BaseModel):
    metadata: Meta = Field(default_factory=Meta)
    spec: Spec = Field(default_factory=Spec)
    status: Status = Field(default_factory=Status)
"""

FORGETS = "\n    def {name}(self, memo: object = None) -> Status:\n        return Status(worn=self.worn)\n"
COPY, DEEP = FORGETS.format(name="__copy__"), FORGETS.format(name="__deepcopy__")


def verdict_of(rule: str, types: str, hook: str) -> Verdict:
    """The worst verdict on the rule."""
    workspace = workspace_from_text({"ropes.py": MODULE.format(types=types, hook=hook)})
    rows = judge(workspace.contents("ropes.py"), workspace, Config()).rows
    order = [Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED]
    return max((row.verdict for row in rows if row.rule == rule), key=order.index)


@pytest.mark.parametrize(
    ("own", "copied", "holds"),
    [
        ("", "old.status.model_copy()", True),
        ("", "old.status.model_copy(deep=True)", True),
        (COPY, "old.status.model_copy()", False),
        (COPY, "old.status.model_copy(update={'worn': 1})", False),
        (COPY, "old.model_copy().status", True),
        (COPY, "old.status.model_copy(deep=True)", True),
        (DEEP, "old.status.model_copy()", True),
        (DEEP, "old.status.model_copy(deep=True)", False),
        (DEEP, "old.model_copy(deep=True).status", False),
        (DEEP, "copy.deepcopy(old).status", False),
        (DEEP, "copy.copy(old.status)", True),
    ],
)
def test_a_model_is_copied_in_its_own_way(own: str, copied: str, holds: bool) -> None:
    verdict = verdict_of(KEPT, MODELS.format(own=own), f"obj.status = {copied}")
    assert (verdict is Verdict.HOLDS) is holds


STRAND = """
{form}
class Strand:
    twist: int = 0

    def __init__(self, twist: int = 0) -> None:
        self.twist = twist

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strand) and self.twist == other.twist

    def __deepcopy__(self, memo: object) -> Strand:
        return Strand()


{holder}
class Spec:
    length: int = 0
    strand: Strand = {field}


@dataclass
class Status:
    worn: int = 0


@dataclass
class Rope:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
"""

PLAIN = STRAND.format(form="", holder="@dataclass", field="field(default_factory=Strand)")
LISTED = PLAIN.replace("strand: Strand = field(default_factory=Strand)", "strand: list[Strand] = field()")
OF_ONE_FORM = STRAND.format(form="@dataclass(init=False)", holder="@dataclass", field="field(default_factory=Strand)")
ATTRS = STRAND.format(form="", holder="@attrs.define", field="attrs.field(factory=Strand)")
WITHOUT = PLAIN.replace("__deepcopy__", "twisted")


@pytest.mark.parametrize(
    ("types", "compared", "holds"),
    [
        (WITHOUT, "asdict(obj.spec) != asdict(old.spec)", True),
        (PLAIN, "obj.spec != old.spec", True),
        (PLAIN, "asdict(obj.spec) != asdict(old.spec)", False),
        (PLAIN, "astuple(obj.spec) != astuple(old.spec)", False),
        (PLAIN, "asdict(obj)['spec'] != asdict(old)['spec']", False),
        (LISTED, "asdict(obj.spec) != asdict(old.spec)", False),
        (OF_ONE_FORM, "asdict(obj.spec) != asdict(old.spec)", True),
        (OF_ONE_FORM, "astuple(obj.spec) != astuple(old.spec)", True),
        (ATTRS, "attrs.asdict(obj.spec) != attrs.asdict(old.spec)", True),
        (ATTRS, "copy.deepcopy(obj.spec) != copy.deepcopy(old.spec)", False),
    ],
)
def test_a_dump_of_a_dataclass_copies_what_is_none(types: str, compared: str, holds: bool) -> None:
    hook = f"obj.status = old.status\n        if {compared}:\n            obj.metadata.generation += 1"
    assert (verdict_of(BUMPED, types, hook) is Verdict.HOLDS) is holds


WHOLE = (
    "\n    def {name}(self, memo: object = None) -> Status:\n        return Status(worn=self.worn, knots=self.knots)\n"
)


@pytest.mark.parametrize(
    ("own", "stored"),
    [
        (WHOLE.format(name="__copy__"), "copy.copy(old.status)"),
        (WHOLE.format(name="__copy__"), "old.status.model_copy()"),
        (WHOLE.format(name="__copy__"), "Status(worn=old.status.worn, knots=old.status.knots)"),
        (DEEP, "Status(worn=old.status.worn, knots=old.status.knots)"),
        (COPY, "(lambda made: Status(**{name: getattr(made, name) for name in ('worn', 'knots')}))(old.status)"),
    ],
)
def test_a_way_to_be_copied_is_gone_where_something_is_copied(own: str, stored: str) -> None:
    assert verdict_of(KEPT, MODELS.format(own=own), f"obj.status = {stored}") is Verdict.HOLDS


ACTING = """
class Touching:
    def __init__(self, held: Status) -> None:
        self.held = held

    def {name}(self, memo: object = None) -> Touching:
        {acts}
        return self


@dataclass
class Holder:
    it: object = None

"""


@pytest.mark.parametrize(
    ("name", "copied"),
    [
        ("__copy__", "copy.copy(Touching(obj.status))"),
        ("__copy__", "list(map(copy.copy, [Touching(obj.status)]))"),
        ("__copy__", "outside.look([Touching(obj.status)])"),
        ("__deepcopy__", "copy.deepcopy({'held': Touching(obj.status)})"),
        ("__deepcopy__", "asdict(Holder(Touching(obj.status)))"),
        ("__deepcopy__", "astuple(Holder([Touching(obj.status)]))"),
        ("__deepcopy__", "outside.look(Touching(obj.status))"),
    ],
)
def test_a_way_to_be_copied_may_act(name: str, copied: str) -> None:
    types = "import outside\n" + MODELS.format(own="") + ACTING.format(name=name, acts="self.held.worn = 8")
    hook = f"obj.status = old.status.model_copy()\n        {copied}"
    assert verdict_of(KEPT, types, hook) is not Verdict.HOLDS
