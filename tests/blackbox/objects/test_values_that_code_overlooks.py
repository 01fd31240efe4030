"""Two values that a hook takes for one because of what it does to them first, and values that it asks about."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """
from __future__ import annotations
import datetime as dt
import ipaddress, json, posixpath, re, uuid
from collections import Counter
from urllib.parse import unquote
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    finalizers: list[str] = field(default_factory=list)
@dataclass
class Crew:
    hands: int = 0
@dataclass
class Spec:
    port: str = ""
    owner: str = ""
    draught: int = 0
    least: int = 0
    speed: float = 0.0
    sails: dt.datetime | None = None
    flags: dict[str, str] = field(default_factory=dict)
    stops: list[str] = field(default_factory=list)
    berth: int | str = 0
    crews: list[Crew] = field(default_factory=list)
@dataclass
class Status:
    phase: str = ""
@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
LIMIT = 40
def read(how, text, **options):
    try:
        return how(text, **options)
    except ValueError:
        return text
class Base:
    def keeps(self, ctx, obj): return False
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        if self.keeps(ctx, obj):
            return
        obj.status = Status()
    def seen(self, spec): return spec
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):
        obj.status = old.status
        if self.seen(obj.spec) != self.seen(old.spec):
            obj.metadata.generation = old.metadata.generation + 1
"""
FIELDS = ("port", "owner", "draught", "least", "speed", "sails", "flags", "stops", "berth", "crews")
#: What is made of one field before it is compared.
OVERLOOKED = {
    "Casefold": ("port", "spec.port.casefold()"),
    "Trailing": ("port", "spec.port.rstrip()"),
    "Limited": ("port", "spec.port[:LIMIT]"),
    "Underscores": ("port", 'spec.port.replace("_", "-")'),
    "Magnitude": ("draught", "abs(spec.draught)"),
    "Low": ("draught", "spec.draught & 0x3f"),
    "Tens": ("draught", "spec.draught // 10"),
    "Rounded": ("speed", "round(spec.speed, 3)"),
    "Floored": ("speed", "int(spec.speed)"),
    "Day": ("sails", "spec.sails and spec.sails.date()"),
    "Seconds": ("sails", "spec.sails and spec.sails.replace(microsecond=0)"),
    "Loud": ("flags", "{key.upper(): value for key, value in spec.flags.items()}"),
    "Own": ("flags", '{key: value for key, value in spec.flags.items() if not key.startswith("harbour.example/")}'),
    "Said": ("stops", "[stop for stop in spec.stops if stop]"),
    "Set": ("stops", "set(spec.stops)"),
    "Sorted": ("stops", "sorted(spec.stops)"),
    "Spelled": ("berth", "str(spec.berth)"),
    "Letters": ("port", "Counter(spec.port)"),
    "Kinds": ("port", "set(spec.port)"),
    "Arranged": ("port", "sorted(spec.port)"),
    "LettersCounted": ("port", "len(spec.port)"),
    "Last": ("port", "spec.port[-1:]"),
    "Every": ("port", "spec.port[::2]"),
    "Blanks": ("port", r"re.sub(r'\s+', '', spec.port)"),
    "Padded": ("port", "spec.port.zfill(9)"),
    "Network": ("port", "read(ipaddress.ip_network, spec.port, strict=False)"),
    "Address": ("port", "read(ipaddress.ip_address, spec.port)"),
    "Number": ("port", "read(int, spec.port)"),
    "Identifier": ("port", "read(uuid.UUID, spec.port)"),
    "Path": ("port", "posixpath.normpath(spec.port)"),
    "Quoted": ("port", "unquote(spec.port)"),
    "Square": ("draught", "spec.draught ** 2"),
    "Flat": ("flags", "sorted(f'{key}{value}' for key, value in spec.flags.items())"),
}
#: Conditions under which the caller's status is kept.
ASKED = {
    "Many": "len(obj.spec.stops) > 7",
    "Long": "len(obj.spec.port) > 120",
    "Total": "sum(crew.hands for crew in obj.spec.crews) == 77",
    "Member": "obj.spec.owner in obj.spec.stops",
    "Caller": "ctx.user.name == obj.spec.owner",
    "Roles": '"pilot" in ctx.headers.get("X-Crew", "").split(",")',
    "Nothing": "not obj.metadata.finalizers and not obj.spec.flags and obj.spec.draught == 3",
    "Below": "obj.spec.least < obj.spec.draught < 0",
    "Opposite": "obj.spec.draught == -obj.spec.least",
    "Twice": "len(set(obj.spec.stops)) < len(obj.spec.stops)",
    "Capitals": "obj.spec.port.isupper()",
    "Script": "not obj.spec.port.isascii()",
    "Dots": 'obj.spec.port.count(".") == 3',
    "Short": "0 < len(obj.spec.port) < 3",
    "Written": 'obj.metadata.finalizers == ["moored"]',
    "WrittenLong": 'obj.metadata.finalizers == ["moored", "laden", "manned"]',
    "Table": 'obj.spec.flags == {"lane": "north"}',
    "EachOne": "bool(obj.spec.crews) and all(crew.hands == 9 for crew in obj.spec.crews)",
    "Part": 'obj.spec.port.partition("/")[2] == "dock"',
    "Middle": 'obj.spec.port.split("/")[1:2] == ["pier"]',
    "Reading": 'obj.spec.flags.get("level", "0").isdigit() and int(obj.spec.flags.get("level", "0")) > 5',
    "Inside": 'json.loads(obj.spec.flags.get("cargo", "{}")).get("keep")',
    "Unordered": "[crew.hands for crew in obj.spec.crews] != sorted(crew.hands for crew in obj.spec.crews)",
}


def _overlooking(name: str, field: str, text: str) -> str:
    others = ", ".join(f"spec.{each}" for each in FIELDS if each != field)
    return f"class {name}Strategy(Base):\n    def seen(self, spec): return ({text}, {others})\n"


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = [_overlooking(name, *about) for name, about in OVERLOOKED.items()]
    classes += [
        f"class {name}Strategy(Base):\n    def keeps(self, ctx, obj): return {text}\n" for name, text in ASKED.items()
    ]
    classes += [_overlooking("Whole", "port", "(spec.port.lower(), spec.port)")]
    return watched_in(tmp_path_factory.mktemp("ferries"), {"ferries.py": HEAD + "".join(classes)})


def _violated(report: dict[str, Any], name: str) -> set[str]:
    rows = [row for row in report["verdicts"] if row["object"] == f"ferries.{name}Strategy"]
    assert rows
    return {row["rule"] for row in rows if row["verdict"] == "violated"}


@pytest.mark.parametrize("name", OVERLOOKED)
def test_what_is_overlooked_is_tried(name: str, ferries: dict[str, Any]) -> None:
    assert _violated(ferries, name) == {"generation-not-bumped-on-spec-change"}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_about_is_tried(name: str, ferries: dict[str, Any]) -> None:
    assert _violated(ferries, name) == {"status-not-wiped-on-create"}


def test_what_is_compared_besides_is_not_overlooked(ferries: dict[str, Any]) -> None:
    assert not _violated(ferries, "Whole")
