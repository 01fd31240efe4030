"""Sets are tried as lists are: with more in them, with what another one has, with elements that code takes for one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

VINEYARDS = """
from __future__ import annotations
from dataclasses import dataclass, field, replace
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
@dataclass
class Spec:
    grower: str = ""
    stage: str = ""
    slope: int = 0
    acidity: int | float = 0
    grapes: set[str] = field(default_factory=set)
    banned: set[str] = field(default_factory=set)
    labels: frozenset[str] = frozenset()
    rows: tuple[str, ...] = ()
@dataclass
class Status:
    phase: str = ""
@dataclass
class Vineyard:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def keeps(self, spec, old): return False
    def early(self, spec): pass
    def late(self, spec): pass
    def equal(self, spec, old): return spec == old
    def prepare_for_create(self, ctx, obj: Vineyard):
        self.early(obj.spec)
        obj.metadata.generation = 1
        obj.status = Status()
    def prepare_for_update(self, ctx, obj: Vineyard, old: Vineyard):
        self.early(obj.spec)
        if not self.keeps(obj.spec, old.spec):
            obj.status = old.status
        if not self.equal(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1
        self.late(obj.spec)
"""
FIELDS = ("grower", "stage", "slope", "acidity", "grapes", "banned", "labels", "rows")
#: Comparisons of one field that overlook something.
OVERLOOKED = {
    "More": ("grapes", "spec.grapes >= old.grapes"),
    "Fewer": ("labels", "spec.labels <= old.labels"),
    "OneOfThem": ("grapes", "spec.grapes == old.grapes or bool(spec.grapes & old.grapes)"),
    "AllButOne": ("grapes", 'not (spec.grapes ^ old.grapes) - {"unknown"}'),
    "Folded": ("labels", "{each.lower() for each in spec.labels} == {each.lower() for each in old.labels}"),
    "Marked": (
        "grapes",
        '{each for each in spec.grapes if not each.startswith("x-")}'
        ' == {each for each in old.grapes if not each.startswith("x-")}',
    ),
    "Unordered": ("rows", "set(spec.rows) == set(old.rows)"),
    "Whole": ("acidity", "int(spec.acidity) == int(old.acidity)"),
}
#: Conditions under which the caller's status is kept.
ASKED = {
    "Many": "len(spec.grapes) > 6",
    "Long": "len(spec.rows) == 9",
    "Written": 'spec.labels == {"dry", "red"}',
    "Grower": "spec.grower in spec.grapes",
    "Added": 'spec.grapes - old.grapes == {"pinot"}',
}
#: Changes of the spec after it was compared.
LATE = {
    "Subtracted": "spec.grapes -= spec.banned",
    "Difference": "spec.grapes = spec.grapes.difference(spec.banned)",
    "Discarded": "for each in spec.banned: spec.grapes.discard(each)",
    "Frozen": "spec.labels = spec.labels - spec.banned",
}


def _written() -> str:
    text = VINEYARDS
    for name, (field, condition) in OVERLOOKED.items():
        others = " and ".join(f"spec.{each} == old.{each}" for each in FIELDS if each != field)
        text += f"class {name}Strategy(Base):\n    def equal(self, spec, old): return ({condition}) and {others}\n"
        text += (
            f"class Not{name}Strategy(Base):\n    def equal(self, spec, old): return ({condition}) and spec == old\n"
        )
    for name, condition in ASKED.items():
        text += f"class {name}Strategy(Base):\n    def keeps(self, spec, old): return {condition}\n"
    for name, change in LATE.items():
        text += f"class {name}Strategy(Base):\n    def late(self, spec):\n        {change}\n"
        text += f"class Not{name}Strategy(Base):\n    def early(self, spec):\n        {change}\n"
    return text


@pytest.fixture(scope="module")
def vineyards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return watched_in(tmp_path_factory.mktemp("vineyards"), {"vineyards.py": _written()})


def _violated(report: dict[str, Any], name: str) -> set[str]:
    rows = [row for row in report["verdicts"] if row["object"] == f"vineyards.{name}Strategy"]
    assert rows
    return {row["rule"] for row in rows if row["verdict"] == "violated"}


@pytest.mark.parametrize("name", OVERLOOKED)
def test_changes_that_are_not_counted_are_tried(name: str, vineyards: dict[str, Any]) -> None:
    assert _violated(vineyards, name) == {"generation-not-bumped-on-spec-change"}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_of_sets_is_tried(name: str, vineyards: dict[str, Any]) -> None:
    assert _violated(vineyards, name) == {"status-not-kept-on-update"}


@pytest.mark.parametrize("name", LATE)
def test_what_is_taken_out_of_a_set_too_late_is_sent(name: str, vineyards: dict[str, Any]) -> None:
    assert _violated(vineyards, name) == {"generation-compared-too-early"}


@pytest.mark.parametrize("name", [f"Not{each}" for each in (*OVERLOOKED, *LATE)])
def test_hooks_that_do_as_much_and_conform_are_not_violated(name: str, vineyards: dict[str, Any]) -> None:
    assert not _violated(vineyards, name)
