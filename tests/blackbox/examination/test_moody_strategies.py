"""Strategies that remember, that toss coins, and that take two texts for one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

KILNS = """\
from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Firing:
    glaze: str = ""
    cones: list[str] = field(default_factory=list)


@dataclass
class Heat:
    phase: str = ""
    degrees: int = 0


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: Firing = field(default_factory=Firing)
    status: Heat = field(default_factory=Heat)


class KilnStrategy:
    SEEN = Heat()

    def __init__(self) -> None:
        self.cache: dict[str, Heat] = {}

    def prepare_for_create(self, ctx: object, obj: Kiln) -> None:
        obj.metadata.generation = 1
        obj.status = Heat()

    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""
ON_CREATE, ON_UPDATE, COMPARED = "obj.status = Heat()\n", "obj.status = old.status\n", "if obj.spec != old.spec:"
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"
BUMPED = "generation-not-bumped-on-spec-change"

Watch = Callable[..., dict[str, Any]]


def verdicts(watched: Watch, old: str, new: str) -> dict[str, tuple[str, str]]:
    """The verdict on each rule, with what is said of it."""
    assert KILNS.count(old) == 1
    report = watched({"kilns.py": KILNS.replace(old, new)})
    told = {each["rule"]: each["message"] for each in report["findings"]}
    return {row["rule"]: (row["verdict"], told.get(row["rule"], "")) for row in report["verdicts"]}


def test_in_a_tree_without_gates_nothing_is_said_of_them(watched: Watch) -> None:
    rows = verdicts(watched, ON_CREATE, ON_CREATE)
    assert {verdict for verdict, _ in rows.values()} == {"holds"}
    assert "ungated-field-dropped" not in rows


@pytest.mark.parametrize(
    "line",
    [
        "obj.status = self.cache.setdefault(obj.metadata.name, copy.deepcopy(obj.status))\n",
        "obj.status = self.cache.setdefault('first', copy.deepcopy(obj.status))\n",
        "self.SEEN.phase = self.SEEN.phase or obj.status.phase; obj.status = copy.deepcopy(self.SEEN)\n",
    ],
)
def test_what_the_first_caller_sent_is_stored_for_all(watched: Watch, line: str) -> None:
    verdict, message = verdicts(watched, ON_CREATE, line)[WIPED]
    assert verdict == "violated"
    assert "what the caller sent is stored as status." in message


@pytest.mark.parametrize(
    "line",
    [
        "obj.status = self.cache.setdefault(obj.metadata.name, Heat('Cold', 20))\n",
        "obj.status = Heat(phase=obj.spec.glaze, degrees=len(obj.spec.cones))\n",
        "obj.status = Heat(phase='value-3', degrees=1004)\n",
    ],
)
def test_what_a_server_chooses_is_nobody_s(watched: Watch, line: str) -> None:
    assert verdicts(watched, ON_CREATE, line)[WIPED][0] == "holds"


def test_a_first_caller_s_status_is_not_kept_on_update_either(watched: Watch) -> None:
    line = "first = self.cache.setdefault('first', obj.status); obj.status = replace(old.status, phase=first.phase)\n"
    assert verdicts(watched, ON_UPDATE, line)[KEPT][0] == "violated"


@pytest.mark.parametrize(
    "drawn",
    [
        *("random.random() < 0.3", "random.random() < 0.5", "random.random() < 0.8"),
        *("random.random() < 0.9", "random.random() < 0.99", "random.random() > 0.04", "random.randrange(12) != 7"),
    ],
)
def test_what_chance_decides_never_holds(watched: Watch, drawn: str) -> None:
    line = f"obj.status = Heat() if {drawn} else obj.status\n"
    verdict, message = verdicts(watched, ON_CREATE, line)[WIPED]
    assert verdict in ("violated", "unproven")
    assert "of 4 runs" in message or message.startswith("flaky: ")


def test_what_is_asked_of_two_fields_is_asked_where_the_rest_is_unset_too(watched: Watch) -> None:
    line = "obj.status = obj.status if obj.spec.glaze == 'raku' and obj.metadata.name == 'pit' and not obj.spec.cones else Heat()\n"
    assert verdicts(watched, ON_CREATE, line)[WIPED][0] == "violated"


OVENS = """\
from __future__ import annotations

from typing import NotRequired, TypedDict


class Meta(TypedDict):
    name: str


class Oven(TypedDict):
    metadata: Meta
    status: NotRequired[dict[str, str]]


class OvenStrategy:
    def prepare_for_create(self, obj: Oven) -> None:
        obj.pop("status", None)

    def prepare_for_update(self, obj: Oven, old: Oven) -> None:
        obj.pop("status", None)
        if "status" in old:
            obj["status"] = old["status"]
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="NotRequired is newer")
def test_of_an_object_without_a_status_none_is_kept(watched: Watch) -> None:
    for source, verdict in (
        (OVENS, "holds"),
        (OVENS.replace("None)\n        if", 'None) if "status" in old else None\n        if'), "violated"),
    ):
        rows = {row["rule"]: row["verdict"] for row in watched({"ovens.py": source})["verdicts"]}
        assert rows[KEPT] == verdict


def test_what_chance_chooses_is_the_server_s(watched: Watch) -> None:
    line = "obj.status = Heat(random.choice(['Cold', 'Warm']), random.randrange(2000))\n"
    assert verdicts(watched, ON_CREATE, line)[WIPED][0] == "holds"


@pytest.mark.parametrize(
    "key",
    [
        "(obj.spec.glaze.lower(), obj.spec.cones)",
        "(obj.spec.glaze.strip(), obj.spec.cones)",
        "(obj.spec.glaze, [cone.casefold() for cone in obj.spec.cones])",
    ],
)
def test_texts_that_are_taken_for_one_are_two(watched: Watch, key: str) -> None:
    changed = f"if {key} != {key.replace('obj.', 'old.')}:"
    assert verdicts(watched, COMPARED, changed)[BUMPED][0] == "violated"


def test_texts_that_are_looked_at_besides_are_compared_as_they_are(watched: Watch) -> None:
    looked = "if obj.spec.glaze.lower() == 'raku':\n            print(obj.spec.glaze.strip())\n        if obj.spec != old.spec:"
    assert verdicts(watched, COMPARED, looked)[BUMPED][0] == "holds"
