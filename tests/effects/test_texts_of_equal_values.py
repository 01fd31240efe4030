"""Texts of values that are equal: two moments in different zones, ``1.0`` and ``1.00``, and zeros of either sign are each
one value with several texts. What a moment tells is not ``None``, and a moment is never false."""

from __future__ import annotations

import datetime
import decimal
import json

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

BUMPED, MISSED = "generation-bumped-without-spec-change", "generation-not-bumped-on-spec-change"
MODULE = """
from __future__ import annotations

import json
import msgspec
import yaml
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, time
from decimal import Decimal
from typing import Optional


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Toll:
    fare: Decimal = Decimal(0)


@dataclass
class Spec:
    lanes: int = 0
    name: str = ""
    grade: float = 0.0
    fare: Decimal = Decimal(0)
    toll: Optional[Toll] = None
    opens: Optional[datetime] = None
    closes: Optional[time] = None
    lasts: timedelta = timedelta(0)


@dataclass
class Bridge:
    metadata: Meta
    spec: Spec


class BridgeStrategy:
    def prepare_for_create(self, obj: Bridge) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Bridge, old: Bridge) -> None:
        new, was = obj.spec, old.spec
        if ({new}) != ({was}) or {rest}:
            obj.metadata.generation += 1
"""
FIELDS = ("lanes", "name", "grade", "fare", "toll", "opens", "closes", "lasts")


def verdicts(text: str, field: str) -> dict[str, Verdict]:
    rest = " or ".join(f"new.{name} != was.{name}" for name in FIELDS if name != field)
    new, was = (text.replace("{}", f"{side}.{field}") for side in ("new", "was"))
    source = MODULE.replace("{new}", new).replace("{was}", was).replace("{rest}", rest)
    program = workspace_from_text({"bridge.py": source})
    rows = judge(program.contents("bridge.py"), program, Config()).rows
    return {row.rule: row.verdict for row in rows if row.object.endswith("BridgeStrategy")}


HOURS = [datetime.timezone(datetime.timedelta(hours=each)) for each in (0, 2)]
NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=HOURS[0])
TWO_TEXTS = [
    ("fare", decimal.Decimal("1.0"), decimal.Decimal("1.00")),
    ("grade", 0.0, -0.0),
    ("opens", NOON, NOON.astimezone(HOURS[1])),
]


@pytest.mark.parametrize(("field", "one", "other"), TWO_TEXTS, ids=[each[0] for each in TWO_TEXTS])
@pytest.mark.parametrize("text", ["str({})", "repr({})", "f'{{}}'", "'%s' % ({},)", "str([{}])", "format({}, '')"])
def test_a_text_does_not_stay_as_the_value_does(text: str, field: str, one: object, other: object) -> None:
    assert one == other
    assert eval(text.replace("{}", "one")) != eval(text.replace("{}", "other"))
    assert verdicts(text, field)[BUMPED] is not Verdict.HOLDS


@pytest.mark.parametrize(
    "text",
    ["{}.isoformat()", "{}.strftime('%H')", "{}.date()", "{}.hour", "{}.tzinfo", "{}.weekday()", "{}.utcoffset()"],
)
def test_a_moment_is_another_hour_in_another_zone(text: str) -> None:
    late = NOON.replace(hour=23)
    later = late.astimezone(HOURS[1])
    one, other = eval(text.replace("{}", "late")), eval(text.replace("{}", "later"))
    assert late == later
    assert one != other
    assert verdicts(f"{{}} and {text}", "opens")[BUMPED] is not Verdict.HOLDS


def test_a_moment_has_one_time() -> None:
    assert verdicts("{} and {}.timestamp()", "opens")[BUMPED] is Verdict.HOLDS


@pytest.mark.parametrize("text", ["yaml.safe_dump([{}])", "msgspec.json.decode(msgspec.json.encode([{}]))"])
def test_what_is_written_and_read_again_has_the_zone(text: str) -> None:
    assert verdicts(text, "opens")[BUMPED] is not Verdict.HOLDS
    assert verdicts(text, "lanes")[BUMPED] is Verdict.HOLDS


def test_an_object_with_another_field_is_written_as_its_others_are() -> None:
    text = "json.loads(json.dumps(vars(replace({}, lanes=0)), default=str))"
    assert verdicts(text.replace("{}", "{} or Toll()").replace("lanes", "fare"), "toll")[BUMPED] is not Verdict.HOLDS


@pytest.mark.parametrize("more", ["", ", sort_keys=True"])
@pytest.mark.parametrize("field", ["opens", "fare"])
@pytest.mark.parametrize("default", ["str", "repr"])
def test_what_json_makes_a_text_of_has_several(default: str, field: str, more: str) -> None:
    assert verdicts(f"json.dumps([{{}}], default={default}{more})", field)[BUMPED] is not Verdict.HOLDS


def test_the_json_of_zeros_has_their_sign() -> None:
    assert json.dumps(0.0) != json.dumps(-0.0)
    assert verdicts("json.dumps({})", "grade")[BUMPED] is not Verdict.HOLDS
    assert verdicts("json.dumps({})", "lanes")[BUMPED] is Verdict.HOLDS


@pytest.mark.parametrize(
    ("text", "field"), [("str({})", "lanes"), ("repr({})", "name"), ("{}", "opens"), ("{}", "fare")]
)
def test_what_has_one_text_is_told_by_it(text: str, field: str) -> None:
    assert verdicts(text, field)[BUMPED] is Verdict.HOLDS
    assert verdicts(text, field)[MISSED] is Verdict.HOLDS


def test_the_text_of_an_object_is_that_of_its_fields() -> None:
    assert verdicts("str({})", "toll")[BUMPED] is not Verdict.HOLDS


@pytest.mark.parametrize(
    "text",
    [
        "str({}) if {} else None",
        "{}.isoformat() if {} else None",
        "{}.isoformat() if {} is not None else None",
        "{}.isoformat() if {} is not None else ''",
        "{}.isoformat() if {} else 'never'",
        "{} or None",
    ],
)
@pytest.mark.parametrize("field", ["opens", "closes"])
def test_a_moment_is_true_and_tells_something(text: str, field: str) -> None:
    assert all((datetime.time(0), datetime.datetime.min))
    assert verdicts(text, field)[MISSED] is not Verdict.VIOLATED


def test_a_span_may_be_none_at_all() -> None:
    assert verdicts("bool({})", "lasts")[MISSED] is Verdict.VIOLATED
    assert verdicts("bool({})", "opens")[MISSED] is Verdict.VIOLATED  # two moments are both true
    assert verdicts("{}.hour if {} else None", "opens")[MISSED] is Verdict.VIOLATED
