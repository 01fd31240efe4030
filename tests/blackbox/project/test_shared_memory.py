"""Parts that a result shares with its source, and what may be shared."""

from __future__ import annotations

import copy
from collections import namedtuple
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel

from apivet.blackbox.project.sharing import shared_part


@dataclass
class Rope:
    length: int = 0


@dataclass(frozen=True)
class Knot:
    name: str = ""
    turns: list[int] = field(default_factory=list)


class Sail(BaseModel):
    area: int = 0


class Mast(msgspec.Struct):
    height: int = 0


@dataclass
class Boat:
    part: Any = None


@dataclass
class V1Boat:
    part: Any = None


Point = namedtuple("Point", "x y")

SHARED = {
    "a list": ([1], "part"),
    "a mapping": ({"a": 1}, "part"),
    "a set": ({1}, "part"),
    "an object": (Rope(), "part"),
    "a model": (Sail(), "part"),
    "a struct": (Mast(), "part"),
    "an object in a tuple": ((Rope(),), "part[*]"),
    "a list in a frozen object": (Knot("bowline", [1]), "part.turns"),
    "an object in a mapping that can't be changed": (MappingProxyType({"a": Rope()}), "part[*]"),
}
UNSHARED = {
    "a text": "text",
    "a number": 1 << 70,
    "bytes": b"bytes",
    "nothing": None,
    "texts in a tuple": ("a", "b"),
    "a frozen set": frozenset(("a",)),
    "a named tuple": Point(1, 2),
}


@pytest.mark.parametrize("name", SHARED)
def test_what_can_be_changed_is_named(name: str) -> None:
    part, path = SHARED[name]
    assert shared_part(Boat(part), V1Boat(part)) == path


@pytest.mark.parametrize("name", UNSHARED)
def test_what_can_not_be_changed_may_be_shared(name: str) -> None:
    assert shared_part(Boat(UNSHARED[name]), V1Boat(UNSHARED[name])) is None


@pytest.mark.parametrize("part", [[1], {"a": 1}, Rope(2), Sail(area=1)])
def test_equal_parts_are_not_shared(part: Any) -> None:
    assert shared_part(Boat(part), V1Boat(copy.deepcopy(part))) is None


def test_an_alias_shares_everything_and_means_it() -> None:
    boat = Boat([1])
    assert shared_part(boat, boat) is None


def test_a_part_that_stands_elsewhere_is_found_where_it_stands() -> None:
    rope = Rope()
    assert shared_part(Boat({"deep": [rope]}), V1Boat([rope])) == "part[*]"


def test_objects_that_contain_themselves_come_to_an_end() -> None:
    ring: list[Any] = []
    ring.append(ring)
    assert shared_part(Boat(ring), V1Boat(ring)) == "part"
