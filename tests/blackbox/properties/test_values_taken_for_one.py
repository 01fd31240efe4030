"""Values that a hook's comparison takes for one though they differ, and equal ones that it takes for two: numbers a hair
apart, flags that change places, members of a literal type, moments of two zones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

MISSED, BUMPED = "generation-not-bumped-on-spec-change", "generation-bumped-without-spec-change"
FERRIES = """
from __future__ import annotations
import json, math
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, Optional


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Berth:
    pier: str = ""
    depth: int = 0


@dataclass
class Spec:
    speed: float = 0.0
    fare: Decimal = Decimal(0)
    lit: bool = False
    heated: bool = False
    ticket: Literal["single", "double", "season"] = "single"
    berth: Optional[Berth] = None
    sails: Optional[datetime] = None
    takes: timedelta = timedelta(0)
    crest: bytes = b""


@dataclass
class Status:
    seats: int = 0


@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


class Base:
    def prepare_for_create(self, ctx, obj: Ferry) -> None:
        obj.metadata.generation, obj.status = 1, Status()
"""
FIELDS = ("speed", "fare", "lit", "heated", "ticket", "berth", "sails", "takes", "crest")
#: Comparisons of some fields, with the rule that each breaks; all others are compared as they are.
COMPARED = [
    ("abs(new.speed - was.speed) > 0.01", ("speed",), MISSED),
    ("not math.isclose(new.speed, was.speed)", ("speed",), MISSED),
    ("str(new.speed) != str(was.speed)", ("speed",), BUMPED),
    ("int(new.fare) != int(was.fare)", ("fare",), MISSED),
    ("str(new.fare) != str(was.fare)", ("fare",), BUMPED),
    ("new.lit + new.heated != was.lit + was.heated", ("lit", "heated"), MISSED),
    ("new.ticket[0] != was.ticket[0]", ("ticket",), MISSED),
    ("(new.berth or Berth()) != (was.berth or Berth())", ("berth",), MISSED),
    ("(new.sails and new.sails.isoformat()) != (was.sails and was.sails.isoformat())", ("sails",), BUMPED),
    ("(new.sails and str(new.sails)) != (was.sails and str(was.sails))", ("sails",), BUMPED),
    ("new.takes.days != was.takes.days", ("takes",), MISSED),
    ("new.takes.seconds != was.takes.seconds", ("takes",), MISSED),
    ("len(new.crest) != len(was.crest)", ("crest",), MISSED),
    (
        "json.dumps(asdict(new), default=str, sort_keys=True) != json.dumps(asdict(was), default=str, sort_keys=True)",
        FIELDS,
        BUMPED,
    ),
]
CONFORMING = [
    ("new.lit != was.lit or new.heated is not was.heated", ("lit", "heated")),
    (
        "(new.ticket == 'single', new.ticket == 'double') != (was.ticket == 'single', was.ticket == 'double')",
        ("ticket",),
    ),
    ("new.takes.total_seconds() != was.takes.total_seconds()", ("takes",)),
    ("new.crest.hex() != was.crest.hex()", ("crest",)),
    ("(new.sails and new.sails.timestamp()) != (was.sails and was.sails.timestamp())", ("sails",)),
]


def strategy(number: int, compared: str, fields: tuple[str, ...]) -> str:
    rest = " or ".join(["False", *(f"new.{name} != was.{name}" for name in FIELDS if name not in fields)])
    return f"""
class Ferry{number}Strategy(Base):
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
        new, was, obj.status = obj.spec, old.spec, old.status
        obj.metadata.generation = old.metadata.generation + bool({compared} or {rest})
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    compared = [*((text, fields) for text, fields, _ in COMPARED), *CONFORMING]
    source = FERRIES + "\n".join(strategy(number, *each) for number, each in enumerate(compared))
    return watched_in(tmp_path_factory.mktemp("ferries"), {"ferries.py": source})


@pytest.mark.parametrize("number", range(len(COMPARED)), ids=[each[0][:50] for each in COMPARED])
def test_the_pair_is_found(number: int, report: dict[str, Any]) -> None:
    found = {(each["object"], each["rule"]) for each in report["findings"]}
    assert (f"ferries.Ferry{number}Strategy", COMPARED[number][2]) in found


@pytest.mark.parametrize("number", range(len(CONFORMING)), ids=[each[0][:50] for each in CONFORMING])
def test_what_tells_all_apart_is_no_finding(number: int, report: dict[str, Any]) -> None:
    found = {each["object"] for each in report["findings"]}
    assert f"ferries.Ferry{len(COMPARED) + number}Strategy" not in found


def test_each_pair_is_found_where_it_is_alone(tmp_path: Path) -> None:
    text, fields, rule = COMPARED[6]
    report = watched_in(tmp_path, {"ferries.py": FERRIES + strategy(0, text, fields)})
    found = [each["rule"] for each in report["findings"] if each["object"].endswith("0Strategy")]
    assert found == [rule]
