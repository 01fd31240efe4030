"""Changes of the spec that nobody counts: the hook's own come after the comparison, the caller's are left out of it,
also where both are the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blackbox.conftest import watched_in

KITES = """
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Tail:
    length: int = 0
    bows: int = 0


@dataclass
class KiteSpec:
    span: int = 0
    colour: str = ""
    tail: Tail | None = None
    lines: list[Tail] = field(default_factory=list)


@dataclass
class Kite:
    metadata: Meta = field(default_factory=Meta)
    spec: KiteSpec = field(default_factory=KiteSpec)


def count(obj: Kite, old: Kite, changed: bool) -> None:
    if changed:
        obj.metadata.generation = old.metadata.generation + 1
"""
TOO_EARLY, NOT_BUMPED = "generation-compared-too-early", "generation-not-bumped-on-spec-change"
#: Statements of an update, and the rule of the two that they break.
UPDATES = {
    "PutBack": (TOO_EARLY, "obj.spec.tail = old.spec.tail", "$", "obj.spec.tail = Tail(length=3)"),
    "PutBackByCaller": (TOO_EARLY, "obj.spec.tail = old.spec.tail", "$", "obj.spec.tail = Tail(obj.spec.span)"),
    "PutBackList": (TOO_EARLY, "obj.spec.lines = old.spec.lines", "$", "obj.spec.lines = [Tail(bows=2)]"),
    "PutBackText": (TOO_EARLY, "obj.spec.colour = old.spec.colour", "$", "obj.spec.colour = 'red'"),
    "PutBackToNone": (TOO_EARLY, "obj.spec.tail = old.spec.tail", "$", "obj.spec.tail = None"),
    "SortedInBoth": (
        NOT_BUMPED,
        "obj.spec.lines.sort(key=repr)",
        "count(obj, old, (obj.spec.span, obj.spec.colour, obj.spec.tail, obj.spec.lines)"
        " != (old.spec.span, old.spec.colour, old.spec.tail, sorted(old.spec.lines, key=repr)))",
    ),
    "LeftOut": (NOT_BUMPED, "count(obj, old, obj.spec.span != old.spec.span)"),
    "LeftOutBesides": (
        NOT_BUMPED,
        "obj.spec.span = max(obj.spec.span, 1)",
        "count(obj, old, (obj.spec.span, obj.spec.lines) != (old.spec.span, old.spec.lines))",
    ),
    "LeftOutOfAPart": (
        NOT_BUMPED,
        "obj.spec.tail = obj.spec.tail and Tail(obj.spec.tail.length, 1)",
        "count(obj, old, (obj.spec.span, obj.spec.colour, obj.spec.lines)"
        " != (old.spec.span, old.spec.colour, old.spec.lines))",
    ),
    "LeftOutAndWrittenBefore": (
        NOT_BUMPED,
        "obj.spec.tail = Tail(length=3)",
        "count(obj, old, (obj.spec.span, obj.spec.colour, obj.spec.lines)"
        " != (old.spec.span, old.spec.colour, old.spec.lines))",
    ),
    "CopiedLessOneBefore": (
        NOT_BUMPED,
        "obj.spec.lines = list(old.spec.lines)[1:]",
        "count(obj, old, (obj.spec.span, obj.spec.colour, obj.spec.tail)"
        " != (old.spec.span, old.spec.colour, old.spec.tail))",
    ),
    "NeverCountedWherePutThere": (
        NOT_BUMPED,
        "if obj.spec != old.spec: raise ValueError(obj.spec)",
        "obj.spec.span = 8",
    ),
    "PutTogetherAfterwards": (
        TOO_EARLY,
        "obj.spec.tail = None",
        "$",
        "obj.spec.tail = Tail(length=obj.spec.span)",
    ),
    "CountedAlwaysAndPutBack": (
        "generation-bumped-without-spec-change",
        "obj.metadata.generation = old.metadata.generation + 1",
        "obj.spec = old.spec",
    ),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    classes = ["from kites import Kite, Tail, count"]
    for name, (_, *statements) in UPDATES.items():
        body = "\n        ".join(statements).replace("$", "count(obj, old, obj.spec != old.spec)")
        classes.append(
            f"class {name}Strategy:\n"
            "    def prepare_for_create(self, obj: Kite) -> None:\n        obj.metadata.generation = 1\n\n"
            f"    def prepare_for_update(self, obj: Kite, old: Kite) -> None:\n        {body}"
        )
    files = {"kites.py": KITES, "strategies.py": "\n\n\n".join(classes)}
    report = watched_in(tmp_path_factory.mktemp("kites"), files)
    violated = (row for row in report["verdicts"] if row["verdict"] == "violated")
    return {(row["object"].rpartition(".")[2].removesuffix("Strategy"), row["rule"]) for row in violated}


@pytest.mark.parametrize("name", UPDATES)
def test_each_breaks_one_rule(broken: set[tuple[str, str]], name: str) -> None:
    assert {rule for each, rule in broken if each == name} == {UPDATES[name][0]}


STAMPED = """
class StampedStrategy:
    def prepare_for_create(self, obj: Kite) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kite, old: Kite) -> None:
        obj.spec.colour = "dry"
        old.spec.colour = "dry"
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
"""


def test_of_a_hook_that_changes_the_old_spec_as_well_it_is_not_said_when_it_compares(tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"kites.py": f"{KITES}\n{STAMPED}"})
    rows = [row for row in report["verdicts"] if row["object"] == "kites.StampedStrategy"]
    assert {row["rule"]: row["verdict"] for row in rows}["generation-compared-too-early"] == "unproven"
    assert not [row for row in rows if row["verdict"] == "violated"]
