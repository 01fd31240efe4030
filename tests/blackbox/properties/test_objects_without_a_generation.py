"""A stored object that may lack a generation has counted nothing: the first change that counts makes it 1."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

NOT_BUMPED, BUMPED = "generation-not-bumped-on-spec-change", "generation-bumped-without-spec-change"
HEAD = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
    generation: int | None = None
@dataclass
class Spec:
    pages: int = 0
@dataclass
class Status:
    bound: bool = False
@dataclass
class Book:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def prepare_for_create(self, ctx, obj: Book) -> None:
        obj.status, obj.metadata.generation = Status(), 1
    def prepare_for_update(self, ctx, obj: Book, old: Book) -> None:
        obj.status = old.status
        obj.metadata.generation = self.counted(old.metadata.generation, obj.spec != old.spec)
"""
#: The generation that is stored, and the rule that this breaks.
COUNTED = {
    "FromZero": ("(last or 0) + changed", ""),
    "OneAtFirst": ("last if not changed else 1 if last is None else last + 1", ""),
    "Refusing": ("last + 1 if changed else last", ""),
    "Never": ("last if last is None else last + changed", NOT_BUMPED),
    "FromOne": ("(last or 1) + 1 if changed else last", NOT_BUMPED),
    "Backwards": ("last if not changed else -1 if last is None else last + 1", NOT_BUMPED),
    "Eager": ("1 if last is None else last + changed", BUMPED),
}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = [
        f"class {name}Strategy(Base):\n    def counted(self, last, changed): return {stored}\n"
        for name, (stored, _) in COUNTED.items()
    ]
    return watched_in(tmp_path_factory.mktemp("books"), {"books.py": HEAD + "".join(classes)})


@pytest.mark.parametrize("name", COUNTED)
def test_what_has_no_generation_has_counted_nothing(name: str, books: dict[str, Any]) -> None:
    rows = [row for row in books["verdicts"] if row["object"] == f"books.{name}Strategy"]
    assert {row["rule"] for row in rows} >= {NOT_BUMPED, BUMPED}
    assert "".join(row["rule"] for row in rows if row["verdict"] == "violated") == COUNTED[name][1]
