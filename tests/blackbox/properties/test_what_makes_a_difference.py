"""What the black box tries because the code gives a reason for it: who asks, negative numbers and neighbours, fields
that are equal to each other, several at once, texts that match a pattern, elements and keys more than before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

KITES = """
from __future__ import annotations
import re, enum
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
@dataclass
class Line:
    number: int = 0
    name: str = ""
@dataclass
class Spec:
    least: int = 0
    most: int = 0
    mode: str = ""
    tier: str = ""
    node: str = ""
    lines: list[Line] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)
@dataclass
class Status:
    ready: int = 0
    phase: str = ""
@dataclass
class Kite:
    metadata: Meta
    spec: Spec
    status: Status
def bump(obj, old):
    obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
class Base:
    def prepare_for_create(self, ctx, obj: Kite) -> None:
        obj.metadata.generation = 1
        if self.wipes(ctx, obj): obj.status = Status()
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        bump(obj, old)
class AdminStrategy(Base):
    def wipes(self, ctx, obj): return ctx.user != "keeper"
class NestedUserStrategy(Base):
    def wipes(self, ctx, obj): return ctx.request.user.name != "wind:north"
class GroupsStrategy(Base):
    def wipes(self, ctx, obj): return "pilots" not in ctx.user.groups
class EachGroupStrategy(Base):
    def wipes(self, ctx, obj): return not any(each.startswith("pilots") for each in ctx.user.groups)
class RoleStrategy(Base):
    def wipes(self, ctx, obj): return not ctx.user.is_controller()
class LocalUserStrategy(Base):
    def wipes(self, ctx, obj):
        user = ctx.user
        return user != "root"
class PrefixUserStrategy(Base):
    def wipes(self, ctx, obj): return not ctx.user.startswith("system:")
class DictUserStrategy(Base):
    def wipes(self, ctx, obj): return ctx["user"] != "root"
class NegativeStrategy(Base):
    def wipes(self, ctx, obj): return not obj.spec.least < 0
class MinusOneStrategy(Base):
    def wipes(self, ctx, obj): return obj.spec.least != -1
class NeighbourStrategy(Base):
    def wipes(self, ctx, obj): return not (10 < obj.spec.least < 12)
class EqualStrategy(Base):
    def wipes(self, ctx, obj): return obj.spec.least != obj.spec.most
class GreaterStrategy(Base):
    def wipes(self, ctx, obj): return not (obj.spec.least > obj.spec.most and obj.spec.least)
class BothStrategy(Base):
    def wipes(self, ctx, obj): return not (obj.spec.mode == "high" and obj.spec.tier == "silk")
class ThreeStrategy(Base):
    def wipes(self, ctx, obj): return not (obj.spec.mode == "high" and obj.spec.tier == "silk" and obj.spec.node == "n1")
class PatternStrategy(Base):
    def wipes(self, ctx, obj): return not re.match(r"^trial-\\d+$", obj.metadata.name)
PAT = re.compile("^tow-[0-9]+$")
class CompiledStrategy(Base):
    def wipes(self, ctx, obj): return not PAT.fullmatch(obj.spec.mode)
class EndsStrategy(Base):
    def wipes(self, ctx, obj): return not obj.metadata.name.endswith("-tmp")
class LabelStrategy(Base):
    def wipes(self, ctx, obj): return obj.metadata.labels.get("keep") != "yes"
class ZipStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        changed = any(a != b for a, b in zip(obj.spec.lines, old.spec.lines)) or (obj.spec.least, obj.spec.most, obj.spec.mode,obj.spec.tier,obj.spec.node, obj.spec.extra) != (old.spec.least, old.spec.most, old.spec.mode, old.spec.tier,old.spec.node, old.spec.extra) or not obj.spec.lines != (not old.spec.lines)
        obj.metadata.generation = old.metadata.generation + changed
class KeysStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        changed = any(obj.spec.extra.get(k) != v for k, v in old.spec.extra.items()) or (obj.spec.least, obj.spec.most, obj.spec.mode,obj.spec.tier,obj.spec.node, obj.spec.lines) != (old.spec.least, old.spec.most, old.spec.mode, old.spec.tier,old.spec.node, old.spec.lines) or (not obj.spec.extra) != (not old.spec.extra)
        obj.metadata.generation = old.metadata.generation + changed
class ResetStrategy(Base):
    def wipes(self, ctx, obj): return True
    def get_reset_fields(self): return {"status"}
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        obj.spec.node = old.spec.node
        bump(obj, old)
class GoodResetStrategy(ResetStrategy):
    def get_reset_fields(self): return {"status", "spec.node"}
class ClearedStrategy(ResetStrategy):
    def node(self, spec): return ""
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        obj.spec.node = self.node(obj.spec)
        bump(obj, old)
class WorkedOutStrategy(ClearedStrategy):
    def node(self, spec): return "low" if spec.least > spec.most else ""
class NamedWorkedOutStrategy(WorkedOutStrategy):
    def get_reset_fields(self): return {"status", "spec.node"}
class NamedClearedStrategy(ClearedStrategy):
    def get_reset_fields(self): return {"status", "spec.node"}
class WorkedOutOfTextStrategy(ClearedStrategy):
    def node(self, spec): return "first" if "first" in spec.extra else ""
class OldEqualStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        if obj.spec.least != old.status.ready:
            obj.status = old.status
        bump(obj, old)
class GreaterOldStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        if not obj.spec.least > old.spec.least + 0:
            obj.status = old.status
        bump(obj, old)
class GoodStrategy(Base):
    def wipes(self, ctx, obj): return True

class ConformingStrategy(Base):
    def wipes(self, ctx, obj):
        return ctx.user != "keeper" or obj.spec.least < obj.spec.most or True

    def prepare_for_create(self, ctx, obj: Kite) -> None:
        obj.metadata.generation = 1
        obj.status = Status(phase="kept" if ctx.user == "keeper" else "")
class InitialStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_create(self, ctx, obj: Kite) -> None:
        obj.metadata.generation = ctx.initial or 1
        obj.status = Status()
@dataclass
class Call:
    first: int = 0
class CalledStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_create(self, ctx: Call, obj: Kite) -> None:
        obj.metadata.generation = ctx.first or 1
        obj.status = Status()
class NextStrategy(Base):
    def wipes(self, ctx, obj): return True
    def prepare_for_update(self, ctx, obj: Kite, old: Kite) -> None:
        obj.status = old.status
        bump(obj, old)
        obj.metadata.generation = ctx.counted or obj.metadata.generation
class NotedStrategy(Base):
    def wipes(self, ctx, obj):
        obj.metadata.labels["flown-by"] = ctx.user
        return True
"""
#: Those that break a rule for some callers or some values alone.
BROKEN = {
    "Admin": "status-not-wiped-on-create",
    "NestedUser": "status-not-wiped-on-create",
    "EachGroup": "status-not-wiped-on-create",
    "Groups": "status-not-wiped-on-create",
    "Role": "status-not-wiped-on-create",
    "LocalUser": "status-not-wiped-on-create",
    "PrefixUser": "status-not-wiped-on-create",
    "DictUser": "status-not-wiped-on-create",
    "Negative": "status-not-wiped-on-create",
    "MinusOne": "status-not-wiped-on-create",
    "Neighbour": "status-not-wiped-on-create",
    "Equal": "status-not-wiped-on-create",
    "Greater": "status-not-wiped-on-create",
    "Both": "status-not-wiped-on-create",
    "Three": "status-not-wiped-on-create",
    "Called": "generation-not-set-on-create",
    "Pattern": "status-not-wiped-on-create",
    "Compiled": "status-not-wiped-on-create",
    "Ends": "status-not-wiped-on-create",
    "Label": "status-not-wiped-on-create",
    "Zip": "generation-not-bumped-on-spec-change",
    "Keys": "generation-not-bumped-on-spec-change",
    "Reset": "reset-fields-mismatch",
    "Cleared": "reset-fields-mismatch",
    "NamedWorkedOut": "reset-fields-mismatch",
    "OldEqual": "status-not-kept-on-update",
    "GreaterOld": "status-not-kept-on-update",
}


@pytest.fixture(scope="module")
def kites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return watched_in(tmp_path_factory.mktemp("kites"), {"kites.py": KITES})


@pytest.mark.parametrize("name", BROKEN)
def test_what_the_code_tells_apart_is_tried(name: str, kites: dict[str, Any]) -> None:
    violated = {
        row["rule"]
        for row in kites["verdicts"]
        if row["object"] == f"kites.{name}Strategy" and row["verdict"] == "violated"
    }
    assert violated == {BROKEN[name]}


@pytest.mark.parametrize(
    "name", ["Good", "GoodReset", "NamedCleared", "WorkedOut", "WorkedOutOfText", "Conforming", "Noted"]
)
def test_what_conforms_still_does(name: str, kites: dict[str, Any]) -> None:
    rows = [row for row in kites["verdicts"] if row["object"] == f"kites.{name}Strategy"]
    assert rows
    assert {row["verdict"] for row in rows} == {"holds"}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("Initial", {"generation-not-set-on-create"}),
        (
            "Next",
            {
                "generation-not-bumped-on-spec-change",
                "generation-bumped-without-spec-change",
                "generation-compared-too-early",
            },
        ),
    ],
)
def test_a_generation_that_a_stand_in_for_the_context_says_proves_nothing(
    name: str, rules: set[str], kites: dict[str, Any]
) -> None:
    rows = {row["rule"]: row["verdict"] for row in kites["verdicts"] if row["object"] == f"kites.{name}Strategy"}
    assert {rule for rule, verdict in rows.items() if verdict != "holds"} == rules
    assert {rows[rule] for rule in rules} == {"unproven"}


def test_a_case_says_what_the_context_answered(kites: dict[str, Any]) -> None:
    finding = next(each for each in kites["findings"] if each["object"] == "kites.AdminStrategy")
    assert 'context={"user": "keeper"}' in kites["cases"][finding["fingerprint"]]


def test_a_field_inside_a_part_is_named_as_such(kites: dict[str, Any]) -> None:
    finding = next(each for each in kites["findings"] if each["object"] == "kites.ResetStrategy")
    assert "spec.node is reset, but not named" in finding["message"]


STEPS = """
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Annotated, Optional
from pydantic import Field
class FeatureGate:
    def __init__(self, name): self.name = name
def enabled(name): return False
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
@dataclass
class Spec:
    height: Annotated[int, Field(multiple_of=25)] = 0
    drop: Annotated[Optional[int], FeatureGate("Drop")] = None
@dataclass
class Status:
    phase: str = ""
@dataclass
class Stair:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def prepare_for_create(self, ctx, obj: Stair):
        obj.metadata.generation = 1
        if not self.keeps(obj):
            obj.status = Status()
        if not enabled("Drop"):
            obj.spec.drop = None
        else:
            self.admitted(obj)
    def prepare_for_update(self, ctx, obj: Stair, old: Stair):
        obj.status = old.status
        if not enabled("Drop") and old.spec.drop is None:
            obj.spec.drop = None
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
    def keeps(self, obj): return False
    def admitted(self, obj): pass
class BelowStrategy(Base):
    def keeps(self, obj): return obj.spec.height < 0
class NegativeDropStrategy(Base):
    def admitted(self, obj):
        if obj.spec.drop is not None and obj.spec.drop < -3:
            obj.spec.drop = 0
class GoodStrategy(Base):
    def keeps(self, obj): return obj.spec.height % 25 != 0
"""


def test_steps_and_gates_that_are_on(tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"stairs.py": STEPS})
    violated = {(row["object"], row["rule"]) for row in report["verdicts"] if row["verdict"] == "violated"}
    assert violated == {
        ("stairs.BelowStrategy", "status-not-wiped-on-create"),
        ("stairs.NegativeDropStrategy", "gated-field-dropped-when-enabled"),
    }


MEMBERS = """
from __future__ import annotations
import enum
from dataclasses import dataclass, field, replace
from typing import Optional
@dataclass
class Meta:
    generation: int = 0
class Tide(enum.Enum):
    LOW = "low"
    SLACK = "slack"
    HIGH = "high"
@dataclass
class Spec:
    tide: Tide = Tide.LOW
    side: Tide = Tide.LOW
    owner: Optional[str] = None
    open: bool = False
    boats: list[str] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
@dataclass
class Pier:
    metadata: Meta
    spec: Spec
class Base:
    def prepare_for_create(self, ctx, obj: Pier) -> None:
        obj.metadata.generation = 1
    def prepare_for_update(self, ctx, obj: Pier, old: Pier) -> None:
        rest = replace(obj.spec, tide=old.spec.tide) != old.spec
        obj.metadata.generation = old.metadata.generation + (rest or self.differs(obj.spec.tide, old.spec.tide))
class LowStrategy(Base):
    def differs(self, new, old): return (new.value == "low") != (old.value == "low")
class HighStrategy(Base):
    def differs(self, new, old): return (new is Tide.HIGH) != (old is Tide.HIGH)
class AllStrategy(Base):
    def differs(self, new, old): return new is not old
"""


def test_members_of_an_enum_are_tried_in_pairs(tmp_path: Path) -> None:
    for seed in range(4):
        report = watched_in(tmp_path, {"piers.py": MEMBERS}, "--seed", str(seed))
        violated = {(row["object"], row["rule"]) for row in report["verdicts"] if row["verdict"] == "violated"}
        missing = "generation-not-bumped-on-spec-change"
        assert violated == {("piers.LowStrategy", missing), ("piers.HighStrategy", missing)}
