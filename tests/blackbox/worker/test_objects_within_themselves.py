"""Hooks that put an object into itself: it has no end, and to look at it has."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Any
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, Any] = field(default_factory=dict)
@dataclass
class Spec:
    rooms: int = 0
    above: Any = None
    below: Any = None
    floors: list[Any] = field(default_factory=list)
@dataclass
class Status:
    sold: bool = False
@dataclass
class House:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class Base:
    def ties(self, obj: House) -> None: ...
    def prepare_for_create(self, ctx, obj: House) -> None:
        obj.status, obj.metadata.generation = Status(), 1
        self.ties(obj)
    def prepare_for_update(self, ctx, obj: House, old: House) -> None:
        obj.status = old.status
        if obj.spec.rooms != old.spec.rooms:
            obj.metadata.generation = old.metadata.generation + 1
        self.ties(obj)
"""
TIES = {
    "Whole": "obj.spec.above = obj",
    "Part": "obj.spec.below = obj.spec",
    "Table": 'obj.metadata.labels["house"] = obj.metadata.labels',
    "EachOther": "obj.spec.above, obj.metadata.labels['spec'] = obj.metadata, obj.spec",
}


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = [
        f"class {name}Strategy(Base):\n    def ties(self, obj: House) -> None: {what}\n" for name, what in TIES.items()
    ]
    return watched_in(tmp_path_factory.mktemp("houses"), {"houses.py": HEAD + "".join(classes)})


@pytest.mark.parametrize("name", TIES)
def test_it_is_looked_at_to_its_end(name: str, houses: dict[str, Any]) -> None:
    verdicts = {row["rule"]: row["verdict"] for row in houses["verdicts"] if row["object"] == f"houses.{name}Strategy"}
    assert verdicts["status-not-wiped-on-create"] == verdicts["status-not-kept-on-update"] == "holds", houses["told"]
    assert not houses["problems"]
