"""Comparisons of stored values with what their declared types exclude: no finding rests on them being equal."""

from __future__ import annotations

import textwrap

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

MODULE = """
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Generic, Literal, NamedTuple, NewType, TypeVar, Union


class Berth(enum.Enum):
    NORTH = "north"
    SOUTH = "south"


class Flag(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Deck(enum.IntEnum):
    LOWER = 1
    UPPER = 2


class Loose(enum.Enum):
    ANY = "any"

    def __eq__(self, other: object) -> bool: ...


class Callsign(str):
    pass


class Wildcard(str):
    def __eq__(self, other: object) -> bool: ...


class Place(NamedTuple):
    x: int = 0
    y: int = 0


Code = NewType("Code", str)
T = TypeVar("T")


@dataclass
class Crate(Generic[T]):
    held: T


@dataclass
class Hull:
    length: int = 0


@dataclass
class Keel(Hull):
    depth: int = 0


@dataclass
class Mast:
    length: int = 0


@dataclass
class Sledge:
    runners: int = 0


@dataclass
class IceBoat(Mast, Sledge):
    pass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class ShipSpec:
    draught: int | None = None
    crew: int = 0
    tonnage: float = 0.0
    afloat: bool = False
    name: str = ""
    manifest: bytes = b""
    berth: Berth = Berth.NORTH
    flag: Flag = Flag.RED
    deck: Deck = Deck.LOWER
    loose: Loose = Loose.ANY
    sign: Callsign = Callsign()
    wildcard: Wildcard = Wildcard()
    code: Code = Code("")
    price: Decimal = Decimal(0)
    side: Literal["port", "starboard"] = "port"
    holds: list[int] = field(default_factory=list)
    routes: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    bounds: tuple[int, ...] = ()
    mixed: Union[int, list[int]] = 0
    cargo: Crate[int] = field(default_factory=lambda: Crate(0))
    place: Place = Place()
    sailed: datetime | None = None
    hull: Hull = field(default_factory=Hull)
    keel: Keel = field(default_factory=Keel)
    mast: Mast = field(default_factory=Mast)
    sledge: Sledge = field(default_factory=Sledge)
    depths: list[int | None] = field(default_factory=list)
    note: Any = None
    thing: object = None


@dataclass
class Ship:
    metadata: Meta
    spec: ShipSpec


class ShipStatusStrategy:
    def prepare_for_update(self, obj: Ship, old: Ship) -> None:
{body}
        obj.spec = old.spec
"""

EXCLUDED = """
old.spec.draught == "deep"
"deep" == old.spec.draught
old.spec.draught in ("deep", "shallow")
not (old.spec.draught != "deep")
old.spec.crew == "many"
old.spec.crew == 1.5
old.spec.crew is None
old.spec.tonnage == "1.0"
old.spec.afloat == "yes"
old.spec.afloat == 2
old.spec.name == 5
old.spec.name == b"Argo"
old.spec.manifest == "tea"
old.spec.berth == "north"
old.spec.berth == 1
old.spec.berth == Flag.RED
old.spec.flag == "white"
old.spec.flag == 1
old.spec.deck == 3
old.spec.deck == "LOWER"
old.spec.sign == 7
old.spec.code == 7
old.spec.price == "0"
old.spec.side == "stern"
old.spec.side == 1
old.spec.holds == "all"
old.spec.holds == 3
old.spec.holds == (1, 2)
old.spec.holds == {"a": 1}
"all" in old.spec.holds
old.spec.routes == "all"
old.spec.routes == ["a"]
old.spec.flags == ["a"]
old.spec.bounds == "all"
old.spec.mixed == "all"
old.spec.cargo == "tea"
old.spec.cargo.held == "tea"
old.spec.place == "here"
old.spec.sailed == "2020-01-01"
old.spec.crew == old.spec.name
old.spec.holds == old.spec.routes
isinstance(old.spec.draught, str)
isinstance(old.spec.draught, (str, list))
isinstance(old.spec.holds, dict)
isinstance(old.spec.name, Ship)
isinstance(old.spec.flag, int)
isinstance(old.spec.cargo, str)
not isinstance(old.spec.name, str)
not isinstance(old.spec.berth, Berth)
any(hold == "all" for hold in old.spec.holds)
len(old.spec.holds) == "3"
str(old.spec.crew) == 3
old.spec.hull == old.spec.mast
old.spec.mast == old.spec.keel
old.spec.keel == Mast()
Hull() == Mast()
old.spec in [old.metadata, old.spec.hull]
""".strip().splitlines()

POSSIBLE = """
old.spec.hull == old.spec.keel
old.spec.keel == Hull()
old.spec.hull == Hull()
old.spec.mast == old.spec.sledge
old.spec.draught == 3
old.spec.draught is None
old.spec.draught in ("deep", 3)
old.spec.crew == True
old.spec.crew == 2.0
old.spec.tonnage == 1
old.spec.afloat == 1
old.spec.afloat == False
old.spec.name == "Argo"
old.spec.name == Flag.RED
old.spec.name == Callsign("Argo")
old.spec.berth == Berth.SOUTH
old.spec.flag == "red"
old.spec.flag == Flag.BLUE
old.spec.deck == 2
old.spec.loose == 4
old.spec.sign == "Argo"
old.spec.wildcard == 7
old.spec.code == "x"
old.spec.price == 1
old.spec.side == "port"
old.spec.holds == [1, 2]
3 in old.spec.holds
old.spec.bounds == (1, 2)
old.spec.mixed == 1
old.spec.mixed == [1]
old.spec.cargo.held == 1
old.spec.place == (1, 2)
old.spec.note == "all"
old.spec.thing == "all"
old.spec.tonnage == old.spec.crew
isinstance(old.spec.draught, int)
isinstance(old.spec.crew, bool)
isinstance(old.spec.tonnage, int)
not isinstance(old.spec.tonnage, float)
not isinstance(old.spec.draught, int)
isinstance(old.spec.note, str)
any(depth is None for depth in old.spec.depths)
any(hold == 3 for hold in old.spec.holds)
""".strip().splitlines()

MATCHES = {
    "a text for a number": ('match old.spec.draught:\n    case "deep":\n        return', Verdict.HOLDS),
    "one of several texts": ('match old.spec.draught:\n    case "deep" | "flat":\n        return', Verdict.HOLDS),
    "a class of texts": ("match old.spec.draught:\n    case str():\n        return", Verdict.HOLDS),
    "a number": ("match old.spec.draught:\n    case 4:\n        return", Verdict.VIOLATED),
    "a class of numbers": ("match old.spec.draught:\n    case int():\n        return", Verdict.VIOLATED),
}


def verdict(body: str) -> Verdict:
    """Whether a status update keeps the spec, that returns early where ``body`` does."""
    source = MODULE.replace("{body}", textwrap.indent(body, " " * 8))
    workspace = workspace_from_text({"ships.py": source})
    rows = judge(workspace.contents("ships.py"), workspace, Config()).rows
    (found,) = (row.verdict for row in rows if row.rule == "spec-not-kept-on-status-update")
    return found


@pytest.mark.parametrize("condition", EXCLUDED)
def test_what_a_type_excludes_happens_on_no_path(condition: str) -> None:
    assert verdict(f"if {condition}:\n    return") is Verdict.HOLDS


@pytest.mark.parametrize("condition", POSSIBLE)
def test_what_a_type_allows_happens_on_some_path(condition: str) -> None:
    assert verdict(f"if {condition}:\n    return") is not Verdict.HOLDS


@pytest.mark.parametrize("name", MATCHES)
def test_patterns_match_what_a_type_allows(name: str) -> None:
    body, expected = MATCHES[name]
    assert verdict(body) is expected


NUMBERS = {
    "no number equals a word": ("int(old.spec.note)\nif old.spec.note == 'all':\n    return", Verdict.HOLDS),
    "a word is no number": ("if old.spec.note == 'all':\n    int(old.spec.note)\n    return", Verdict.HOLDS),
    "a word is none on the way on which it was taken for one": (
        "try:\n    int(old.spec.note)\nexcept ValueError:\n    pass\nelse:\n    if old.spec.note in ('all', 'some'):\n"
        "        return",
        Verdict.HOLDS,
    ),
    "a number may equal a text of one": (
        "int(old.spec.note)\nif old.spec.note == ' 1_2 ':\n    return",
        Verdict.VIOLATED,
    ),
    "a word was none on the other way": (
        "try:\n    int(old.spec.note)\nexcept ValueError:\n    if old.spec.note == 'all':\n        return",
        None,
    ),
    "a word was none on one way of two": (
        "if old.spec.draught:\n    int(old.spec.note)\nif old.spec.note == 'all':\n    return",
        Verdict.VIOLATED,
    ),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_text_that_was_made_a_number_is_one_of_a_number(name: str) -> None:
    body, expected = NUMBERS[name]
    found = verdict(body)
    assert found is expected if expected is not None else found is not Verdict.HOLDS


def test_a_value_that_is_found_equal_to_nothing_it_can_be() -> None:
    body = 'if old.spec.side == "port":\n    pass\nelif old.spec.side == "starboard":\n    pass\nelse:\n    return'
    assert verdict(body) is Verdict.HOLDS
