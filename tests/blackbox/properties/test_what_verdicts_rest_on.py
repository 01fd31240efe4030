"""What a verdict of the black box rests on: pairs that were stored, violations that are seen again, and no error of the
tool's own on the way to a small case."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner
from tests.blackbox.conftest import Watch, watched_in

from apivet.blackbox.examination import strategy
from apivet.blackbox.project.constants import Mentions
from apivet.blackbox.properties.trial import HookTrial, Observed, Violation
from apivet.blackbox.rig.running import Given, Rig
from apivet.cli import main
from apivet.vocabulary import UPDATE

#: What is asked of a create that stores what the caller sent as status.
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"

TYPES = '''
from __future__ import annotations

import enum
import itertools
from dataclasses import dataclass, field
from typing import Literal


class Phase(str, enum.Enum):
    DRY = "Dry"
    FLOODED = "Flooded"
    DRAINING = "Draining"


class Alarms(enum.Flag):
    LEVEL = 1
    LEAK = 2


class Serial(str):
    def __new__(cls, text, check):
        return super().__new__(cls, text)


class Log(list):
    def __init__(self, owner, entries=()):
        super().__init__(entries)
        self.owner = owner


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class DockSpec:
    depth: int = 0


@dataclass
class DockStatus:
    level: int = 0
    phase: Phase = Phase.DRY
    pumped: Literal["none", "half", "all"] = "none"


@dataclass
class Dock:
    metadata: Meta
    spec: DockSpec
    status: DockStatus


@dataclass
class LockStatus:
    phase: Phase = Phase.DRY
    alarms: Alarms = Alarms(0)
    serial: Serial = field(default_factory=lambda: Serial("a", 1))
    log: Log = field(default_factory=lambda: Log("nobody"))
    levels: list[int] = field(default_factory=list)


@dataclass
class Lock:
    metadata: Meta
    spec: DockSpec
    status: LockStatus


class Rest:
    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)


class PassingStrategy(Rest):
    """Keeps what the caller sent."""

    def prepare_for_create(self, obj: Lock) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
        obj.status.levels = [each for each in obj.status.levels if each > 40]
        if obj.status.phase is Phase.DRY:
            obj.status = old.status


class ShallowStrategy(Rest):
    """Stores what is not too deep."""

    def prepare_for_create(self, obj: Dock) -> None:
        if obj.status.level > 30:
            raise ValueError("too deep")
        obj.metadata.generation = 1


class WipingShallowStrategy(Rest):
    def prepare_for_create(self, obj: Dock) -> None:
        if obj.status.level > 30:
            raise ValueError("too deep")
        obj.status = DockStatus()
        obj.metadata.generation = 1


class UniqueStrategy(Rest):
    """Stores every name once."""

    def __init__(self) -> None:
        self.names = set()

    def prepare_for_create(self, obj: Dock) -> None:
        if obj.metadata.name in self.names:
            raise ValueError("taken")
        self.names.add(obj.metadata.name)
        obj.metadata.generation = 1


class WipingUniqueStrategy(UniqueStrategy):
    def prepare_for_create(self, obj: Dock) -> None:
        super().prepare_for_create(obj)
        obj.status = DockStatus(pumped=f"by {obj.metadata.name}")


class ClosedStrategy(Rest):
    """Refuses whatever status a caller sends."""

    def prepare_for_create(self, obj: Dock) -> None:
        if obj.status != DockStatus():
            raise ValueError("the status is the server's")
        obj.metadata.generation = 1


TURNS = itertools.count()
ONCE = []


class MoodyStrategy(Rest):
    """Breaks the rule every other time."""

    def prepare_for_create(self, obj: Dock) -> None:
        obj.status = DockStatus()
        obj.metadata.generation = 1 + next(TURNS) % 2


class OnceStrategy(Rest):
    """Breaks the rule the first time that it is tried, whoever tries."""

    def prepare_for_create(self, obj: Dock) -> None:
        obj.status = DockStatus()
        obj.metadata.generation = 1
        if not ONCE:
            ONCE.append(True)
            obj.metadata.generation = 7
'''


@pytest.fixture(scope="module")
def docks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return watched_in(tmp_path_factory.mktemp("docks"), {"docks.py": TYPES})


def _row(report: dict[str, Any], name: str, rule: str) -> dict[str, Any]:
    found = [row for row in report["verdicts"] if (row["object"], row["rule"]) == (f"docks.{name}", rule)]
    assert len(found) == 1, found
    return found[0]


def _finding(report: dict[str, Any], name: str, rule: str) -> dict[str, Any]:
    return next(each for each in report["findings"] if (each["object"], each["rule"]) == (f"docks.{name}", rule))


def test_values_with_constructors_of_their_own_cost_no_verdict(docks: dict[str, Any]) -> None:
    assert not docks["problems"]
    assert _row(docks, "PassingStrategy", WIPED)["verdict"] == "violated"
    assert _row(docks, "PassingStrategy", KEPT)["verdict"] == "violated"


def test_cases_are_small_in_enums_and_elements(docks: dict[str, Any]) -> None:
    case = docks["cases"][_finding(docks, "PassingStrategy", KEPT)["fingerprint"]]
    assert "Phase.FLOODED" in case  # the least that is not the first, which the hook puts back
    assert "DRAINING" not in case
    assert "Alarms" not in case
    assert "value-" not in case


@pytest.mark.parametrize("name", ["ShallowStrategy", "UniqueStrategy"])
def test_a_hook_that_refuses_much_is_asked_with_what_it_stores(name: str, docks: dict[str, Any]) -> None:
    row = _row(docks, name, WIPED)
    assert row["verdict"] == "violated", row
    assert row["tried"] >= row["stored"] >= row["effective"] > 0


@pytest.mark.parametrize("name", ["WipingShallowStrategy", "WipingUniqueStrategy"])
def test_and_holds_where_two_were_compared(name: str, docks: dict[str, Any]) -> None:
    row = _row(docks, name, WIPED)
    assert row["verdict"] == "holds", _finding(docks, name, WIPED)
    assert row["effective"] > 0
    assert row["stored"] < row["tried"] or name == "WipingUniqueStrategy"  # which stores all under new names


def test_nothing_is_proven_by_refusals(docks: dict[str, Any]) -> None:
    row = _row(docks, "ClosedStrategy", WIPED)
    assert (row["verdict"], row["effective"]) == ("unproven", 0)
    assert "the status is the server's" in _finding(docks, "ClosedStrategy", WIPED)["message"]


def test_whatever_holds_could_have_been_seen_broken(docks: dict[str, Any]) -> None:
    assert all(row["effective"] > 0 for row in docks["verdicts"] if row["verdict"] == "holds")


def test_a_violation_that_is_not_always_seen_is_flaky(docks: dict[str, Any]) -> None:
    row = _row(docks, "MoodyStrategy", "generation-not-set-on-create")
    assert row["verdict"] == "violated"
    assert row["flaky"] in ("2 of 4", "3 of 4")
    assert _finding(docks, "MoodyStrategy", "generation-not-set-on-create")["flaky"] == row["flaky"]
    assert "flaky" not in _row(docks, "PassingStrategy", WIPED)


def test_one_that_is_never_seen_again_proves_nothing(docks: dict[str, Any]) -> None:
    rows = [row for row in docks["verdicts"] if row["object"] == "docks.OnceStrategy"]
    assert "violated" not in {row["verdict"] for row in rows}
    told = [each["message"] for each in docks["findings"] if each["object"] == "docks.OnceStrategy"]
    assert any(message.startswith("flaky") for message in told), told


def test_a_lock_and_a_validated_private_field_are_copied(watched: Watch) -> None:
    report = watched(
        {
            "presses.py": """
            import threading
            from dataclasses import dataclass, field

            import attrs


            @dataclass
            class Meta:
                name: str = ""
                generation: int = 0


            @attrs.define
            class PressStatus:
                force: int = 0
                _revision: int = attrs.field(default=1, validator=attrs.validators.lt(9))


            @dataclass
            class PressSpec:
                force: int = 0
                guard: threading.Lock = field(default_factory=threading.Lock, compare=False)


            @dataclass
            class Press:
                metadata: Meta
                spec: PressSpec
                status: PressStatus


            class PressStrategy:
                def prepare_for_create(self, obj: Press) -> None:
                    obj.metadata.generation = 1

                def prepare_for_update(self, obj: Press, old: Press) -> None:
                    obj.status = old.status
            """
        }
    )
    assert not report["problems"]
    verdicts = {row["rule"]: row["verdict"] for row in report["verdicts"]}
    assert verdicts[WIPED] == "violated"
    assert verdicts[KEPT] == "holds"


def test_lines_that_never_ran_are_told(watched: Watch) -> None:
    report = watched(
        {
            "locks.py": """\
            import os
            from dataclasses import dataclass


            @dataclass
            class Meta:
                name: str = ""
                generation: int = 0


            @dataclass
            class Gate:
                metadata: Meta
                status: str = ""


            def cleared(obj):
                if os.path.exists("nobody_makes_this_lock"):
                    print("kept")
                    return obj.status
                return ""


            class GateStrategy:
                def prepare_for_create(self, obj: Gate) -> None:
                    obj.status = cleared(obj)

                def prepare_for_update(self, obj: Gate, old: Gate) -> None:
                    obj.status = old.status

                def never_called(self) -> None:
                    print("nothing is said of this one")
            """
        }
    )
    notes = {row["rule"]: row["notes"] for row in report["verdicts"]}
    assert notes[WIPED] == [{"path": "locks.py", "line": 19, "end_line": 20, "message": "never ran"}]
    assert notes[KEPT] == []
    told = CliRunner().invoke(main, ["blackbox", "--seed", "1", "."]).stdout
    assert "locks.py:19: locks.GateStrategy: 1 verdict holds, but 2 lines never ran: 19-20" in told


def test_cases_stay_within_what_is_declared(watched: Watch) -> None:
    report = watched(
        {
            "racks.py": """
            from dataclasses import dataclass
            from typing import Annotated, Literal

            import attrs
            import msgspec
            from annotated_types import Ge, MinLen
            from pydantic import BaseModel, Field


            class Meta(BaseModel):
                name: str = Field(default="rack", min_length=3)
                generation: int = Field(default=1, ge=1)


            class Level(msgspec.Struct):
                height: Annotated[int, msgspec.Meta(ge=7)] = 7


            @attrs.define
            class Bolt:
                size: int = attrs.field(default=4, validator=attrs.validators.ge(4))


            @dataclass
            class Label:
                text: Annotated[str, MinLen(2)] = "ab"
                weight: Annotated[int, Ge(40)] = 40
                colour: Literal["red", "blue"] = "red"


            class RackSpec(BaseModel):
                levels: list[int] = Field(default=[1], min_length=1)


            class RackStatus(BaseModel):
                model_config = {"arbitrary_types_allowed": True}
                level: Level
                bolt: Bolt
                label: Label
                loads: list[int] = []


            class Rack(BaseModel):
                metadata: Meta
                spec: RackSpec
                status: RackStatus


            class RackStrategy:
                def prepare_for_create(self, obj: Rack) -> None:
                    obj.metadata.generation = 1
                    if sum(obj.status.loads) <= 60:
                        obj.status.loads = []
                        obj.status.level = Level()
                        obj.status.bolt = Bolt()
                        obj.status.label = Label()

                def prepare_for_update(self, obj: Rack, old: Rack) -> None:
                    obj.status = old.status
            """
        }
    )
    finding = next(each for each in report["findings"] if each["rule"] == WIPED)
    case = report["cases"][finding["fingerprint"]]
    assert "loads=[61]" in case, case  # the least that shows it, alone
    for outside in ('name=""', "generation=0", "levels=[]", "height=0", "size=0", 'text=""', "weight=0", 'colour=""'):
        assert outside not in case, case
    for beside in ("value-", "height", "size", "weight"):
        assert beside not in case, case


def test_what_was_seen_broken_stays_broken_whatever_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    def trials(rig: Any) -> Iterator[HookTrial]:
        yield HookTrial("seen", None, UPDATE, Given(1), lambda rig, given: Violation("it is broken"))
        yield HookTrial("held", None, UPDATE, Given(1), lambda rig, given: Observed.HOLDS)
        raise RuntimeError("no more trials")

    monkeypatch.setattr(strategy, "trials", trials)
    monkeypatch.setattr(strategy, "why_unobserved", lambda *about: "")
    rig = cast(
        Rig,
        SimpleNamespace(
            assignment=SimpleNamespace(asked=(), watched=(), first_sequence=0),
            mentions=Mentions({}, frozenset()),
            forget=lambda: None,
            renew=lambda: None,
            never_ran=lambda hooks: (),
            latest=list,
            under_new_name=lambda *objects: list(objects),
        ),
    )
    result = strategy.examine(rig)
    assert [(each.rule, each.verdict, each.detail) for each in result.observations] == [
        ("seen", "violated", "it is broken")
    ]
    assert str(result.failure) == "no more trials"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 tells no columns of instructions")
def test_a_line_of_which_a_part_never_ran_is_told(watched: Watch) -> None:
    report = watched(
        {
            "weirs.py": """\
            import os
            from dataclasses import dataclass


            @dataclass
            class Meta:
                name: str = ""
                generation: int = 0


            @dataclass
            class Weir:
                metadata: Meta
                status: str = ""


            class WeirStrategy:
                def prepare_for_create(self, obj: Weir) -> None:
                    obj.status = obj.status if os.path.exists("nobody_opens_this_weir") else ""

                def prepare_for_update(self, obj: Weir, old: Weir) -> None:
                    obj.status = old.status if old.status else ""
            """
        }
    )
    notes = {row["rule"]: row["notes"] for row in report["verdicts"]}
    assert notes[WIPED] == [{"path": "weirs.py", "line": 19, "end_line": 19, "message": "never ran in part"}]
    assert notes[KEPT] == []
    told = CliRunner().invoke(main, ["blackbox", "--seed", "1", "."]).stdout
    assert "weirs.py:19: weirs.WeirStrategy: 1 verdict holds, but 1 line never ran: 19 in part" in told
