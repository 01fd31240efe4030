"""Values that the code makes to compare fields with, looks for in mappings, or takes together: each decides alone whether
the caller's status stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """
from __future__ import annotations
import datetime as dt
import enum
import functools
import json
import os
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
class Filters(enum.Flag):
    RED = 1
    GREEN = 2
    BLUE = 4
@dataclass
class Meta:
    name: str = ""
@dataclass
class Mirror:
    width: int = 0
    maker: str = ""
@dataclass
class Dish:
    bands: int = 0
@dataclass
class Spec:
    opened: date | None = None
    next_run: datetime | None = None
    exposure: timedelta = timedelta(0)
    cost: Decimal = Decimal(0)
    magnitude: float = 0.0
    site: str = ""
    shifts: int = 0
    spare: int = 0
    filters: Filters = Filters.RED
    slot: tuple[int, int] = (0, 0)
    mirrors: dict[str, Mirror] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    device: Mirror | Dish | None = None
    seal: bytes = b""
    baffles: list[Mirror] = field(default_factory=list)
    closed: date | None = None
    tags: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    user: str = ""
    crew: list[str] = field(default_factory=list)
    bays: set[str] = field(default_factory=set)
    lamps: frozenset[int] = frozenset()
    sealed: bool = False
@dataclass
class Status:
    phase: str = ""
@dataclass
class Telescope:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
DEAREST = Decimal("99.95")
@dataclass
class Settings:
    widest: int = 8821
SETTINGS = Settings()
ODD = [(["any"], {}, 1), ("cliff", [], 0), 7]
LISTED = {("cliff", "noon", 7117): True, ("strand", "noon", 7118): False}
RANGES = [(3000, 3001), (9000, 9002)]
READ = json.loads('{"closed": {"sites": ["cockle"]}}')
SPACED = re.compile(r"pier  [ ] [0-9]{3}  # its number", re.VERBOSE)
PATTERNS = ["^dome-[a-c]+$", "^annex [0-9]{3}$"]
def over(limit, spec):
    return spec.shifts == limit
def with_default(spec, most=9123):
    return spec.shifts == most
def made_with(limit):
    return lambda spec: spec.shifts == limit
enclosing = made_with(7777)
partial = functools.partial(over, 6061)
def number_in(text):
    return int(text) if text.isdigit() else None
RULES = [lambda spec: spec.shifts == 5150, lambda spec: spec.site == "annex"]
class Base:
    most = 6011
    def __init__(self):
        self.held = Settings(4477)
    def prepare_for_update(self, ctx, obj: Telescope, old: Telescope):
        obj.status = old.status
"""
#: Conditions under which the caller's status is kept.
KEPT = {
    "Day": "spec.opened == date(1999, 1, 1)",
    "NextDay": "spec.opened and date(1999, 1, 1) < spec.opened < date(1999, 1, 3)",
    "Moment": "spec.next_run == dt.datetime(2031, 5, 6, 7, tzinfo=dt.timezone.utc)",
    "Read": 'spec.opened == date.fromisoformat("2001-02-03")',
    "Long": "spec.exposure > timedelta(hours=36)",
    "Dear": "spec.cost == DEAREST",
    "Cheap": "0 < spec.cost < 1",
    "Whole": "spec.magnitude == -70",
    "Endless": 'spec.magnitude == float("inf")',
    "LateYear": "spec.next_run and spec.next_run.year > 2090",
    "Sunday": "spec.opened and spec.opened.weekday() == 6",
    "Naive": "spec.next_run and spec.next_run.tzinfo is None",
    "Future": "spec.next_run and spec.next_run > datetime.now(spec.next_run.tzinfo) + timedelta(days=30)",
    "Days": "spec.exposure.days == 12",
    "Ends": 'spec.site.startswith("north-") and spec.site.endswith(".peak")',
    "Pieces": 'len(spec.site.split("/")) == 3',
    "Blank": "spec.site != spec.site.strip()",
    "Loud": 'spec.site != "mauna" and spec.site.lower() == "mauna"',
    "Sum": "spec.shifts + spec.spare == 100",
    "Product": "spec.shifts * 3 == 111",
    "All": "spec.filters & Filters.GREEN and spec.filters & Filters.BLUE",
    "Second": "spec.slot[1] == 30",
    "Named": '"finder" in spec.mirrors',
    "Wide": 'spec.mirrors.get("finder", Mirror()).width == 3',
    "Forced": 'spec.notes.get("force") is True',
    "Deep": 'spec.notes.get("owner", {}).get("team") == "night"',
    "Other": "isinstance(spec.device, Dish) and spec.device.bands == 5",
    "Written": 'f"{spec.site}:{spec.user}" == "kea:night"',
    "Added": 'spec.site + "+" + spec.user == "kea+night"',
    "Numbered": '"%s-%d" % (spec.site, spec.shifts) == "kea-70"',
    "Templated": '"{}/{}".format(spec.user, spec.site) == "night/kea"',
    "Crew": '"-".join(spec.crew) == "ann-bob"',
    "Tags": '",".join(sorted(spec.tags)) == "crane,dome"',
    "Entries": '";".join(f"{key}={value}" for key, value in spec.tags.items()) == "dome=open"',
    "Variable": 'os.environ.get("PIER_MODE") == "night"',
    "Set": 'os.getenv("PIER_DEBUG")',
    "There": '"PIER_KEEP" in os.environ',
    "AsVariable": 'os.environ.get("PIER_SITE") == spec.site',
    "BehindVariable": 'os.environ.get("PIER_MODE", "") > "m"',
    "NumberOfVariable": 'int(os.environ.get("PIER_COUNT", "0")) > 3',
    "VariableWithDefault": 'os.getenv("PIER_TIDE", "low").lower() == "spring"',
    "TwoVariables": 'os.getenv("PIER_ONE") and os.getenv("PIER_TWO") == "2"',
    "Default": "with_default(spec)",
    "Enclosed": "enclosing(spec)",
    "Partial": "partial(spec)",
    "Rules": "any(rule(spec) for rule in RULES)",
    "Fields": "spec.shifts == SETTINGS.widest",
    "Held": "spec.shifts == self.held.widest",
    "Ranges": "any(least <= spec.shifts < most for least, most in RANGES)",
    "ReadTable": 'spec.site == READ["closed"]["sites"][0]',
    "Patterns": "any(re.match(each, spec.site) for each in PATTERNS)",
    "Narrow": "0.25 < spec.magnitude < 0.27",
    "NoFraction": "spec.magnitude == int(spec.magnitude)",
    "OnlySpace": 'spec.site != "" and spec.site.strip() == ""',
    "LongBytes": "len(spec.seal) > 16",
    "InBytes": 'spec.site.encode()[1:3] == b"ab"',
    "Twins": "len({each.maker for each in spec.baffles}) < len(spec.baffles)",
    "SecondBaffle": 'len(spec.baffles) > 1 and spec.baffles[1].maker == "flint"',
    "OneBay": '"west" in spec.bays and len(spec.bays) == 1',
    "TheBays": 'spec.bays == {"west", "pier"}',
    "OneLamp": "41 in spec.lamps and len(spec.lamps) == 1",
    "Counted": "sum(1 for each in set(spec.crew)) == 5",
    "Apart": "spec.shifts - spec.spare == 17",
    "AMonth": "spec.opened and spec.closed and spec.closed - spec.opened > timedelta(days=30)",
    "Shared": "spec.tags.keys() & spec.marks.keys()",
    "KeyByName": "obj.metadata.name in spec.tags",
    "Compiled": 're.compile(r"^quay[ -]?[0-9]{2}$").match(spec.site)',
    "Verbose": "SPACED.fullmatch(spec.site)",
    "LargeNumber": 're.match(r"v([0-9]+)$", spec.site) and int(spec.site[1:]) >= 100',
    "Floor": "int(spec.magnitude) == 41",
    "SaysTrue": 'ctx.get("force") is True',
    "SaysNothing": "ctx.user is None",
    "FirstBytes": 'spec.site.encode()[:3] == b"dom"',
    "NumberInText": "number_in(spec.site) == 6402",
    "Palindrome": "spec.site and spec.site == spec.site[::-1]",
    "Behind": 'spec.site > "vega"',
    "Parted": 'spec.site.partition("@")[0] == "ridge" and spec.site.partition("@")[2] == "v9"',
    "PartedInTwo": '[*map(str.strip, spec.site.split("@"))] == ["ridge", "v9"]',
    "EqualPieces": 'len(spec.site.split("/")) == 4 and spec.site.split("/")[2] == "x9"',
    "AllPieces": 'spec.site.split("/")[:3] == ["a1", "b2", "c3"]',
    "Options": 'dict(each.split("=") for each in spec.crew if "=" in each).get("shutter") == "raw"',
    "TwoCrew": 'spec.crew.count("eve") == 2',
    "TwoTags": 'spec.tags == {"wing": "1", "floor": "2"}',
    "NoNight": "spec.sealed and not spec.site and not spec.crew and not spec.shifts",
    "Listed": "(spec.site, spec.user, spec.shifts) in LISTED",
    "WrittenRows": '(spec.site, spec.user) in {("cove", "dawn"), ("reef", "dusk")}',
    "Both": '(spec.site, spec.user) == ("ridge", "night")',
}
#: Hooks that are right for every value.
RIGHT = {
    "Logging": 'print("soon" if spec.next_run and spec.next_run < datetime(2030, 1, 1) else "late") is not None',
    "Odd": "(spec.site, spec.crew, spec.shifts) in ODD and False",
    "Never": "spec.exposure > timedelta(days=3) and spec.exposure < timedelta(days=2)",
}


@pytest.fixture(scope="module")
def telescopes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = (
        f"class {name}Strategy(Base):\n"
        "    def prepare_for_create(self, ctx, obj: Telescope):\n"
        "        spec = obj.spec\n"
        f"        if not ({condition}):\n"
        "            obj.status = Status()\n"
        for name, condition in {**KEPT, **RIGHT}.items()
    )
    root: Path = tmp_path_factory.mktemp("telescopes")
    report = watched_in(root, {"telescopes.py": HEAD + "".join(classes)}, config="sequences = 0\n")
    rule = "status-not-wiped-on-create"
    return {row["object"].rpartition(".")[2]: row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


@pytest.mark.parametrize("name", KEPT)
def test_what_the_code_compares_with_is_tried(name: str, telescopes: dict[str, Any]) -> None:
    assert telescopes[f"{name}Strategy"] == "violated"


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_stays_right(name: str, telescopes: dict[str, Any]) -> None:
    assert telescopes[f"{name}Strategy"] != "violated"


def test_no_comparison_is_one_too_many(tmp_path: Path) -> None:
    """The last of many values that the code compares fields with decides."""
    lines = "".join(f"        if spec.shifts == {number * 10}: print({number})\n" for number in range(1, 40))
    report = watched_in(tmp_path, {"telescopes.py": f"""{HEAD}
class ManyStrategy(Base):
    def prepare_for_create(self, ctx, obj: Telescope):
        spec = obj.spec
{lines}        if spec.site != "last":
            obj.status = Status()
"""}, config="sequences = 0\n")  # fmt: skip
    found = {row["rule"] for row in report["verdicts"] if row["verdict"] == "violated"}
    assert "status-not-wiped-on-create" in found


PLOUGHS = """
from __future__ import annotations
from typing import TypedDict
class Meta(TypedDict):
    name: str
    generation: int
class Spec(TypedDict):
    depth: int
    rows: int
    soil: str
    tags: dict[str, str]
class Status(TypedDict, total=False):
    phase: str
class Plough(TypedDict):
    metadata: Meta
    spec: Spec
    status: Status
class Base:
    def prepare_for_create(self, ctx, obj: Plough) -> None:
        obj["metadata"]["generation"] = 1
        if not self.keeps(obj["spec"], obj):
            obj["status"] = {}
    def prepare_for_update(self, ctx, obj: Plough, old: Plough) -> None:
        obj["status"] = old["status"]
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] = old["metadata"]["generation"] + 1
    def keeps(self, spec, obj):
        return False
"""
#: Conditions on fields of typed dicts, and whether they can be met.
KEYS = {
    "Number": ('obj["spec"]["depth"] == 17', True),
    "Local": ('spec["depth"] == 17', True),
    "Between": ('4 < spec["depth"] < 9', True),
    "Related": ('spec["depth"] == spec["rows"] + 3', True),
    "Pattern": ('spec["soil"].startswith("clay/")', True),
    "Entry": ('spec["tags"].get("till") == "deep"', True),
    "Both": ('spec["soil"] == "loam" and spec["rows"] < 0', True),
    "Named": ('obj["metadata"]["name"] == "first"', True),
    "Never": ('spec["depth"] < spec["depth"]', False),
}


@pytest.fixture(scope="module")
def ploughs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    classes = "".join(
        f"class {name}Strategy(Base):\n    def keeps(self, spec, obj):\n        return {condition}\n"
        for name, (condition, _) in KEYS.items()
    )
    root: Path = tmp_path_factory.mktemp("ploughs")
    report = watched_in(root, {"ploughs.py": PLOUGHS + classes}, config="sequences = 0\n")
    rule = "status-not-wiped-on-create"
    return {row["object"].rpartition(".")[2]: row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


@pytest.mark.parametrize("name", KEYS)
def test_keys_of_typed_dicts_are_fields(name: str, ploughs: dict[str, str]) -> None:
    assert ploughs[f"{name}Strategy"] == ("violated" if KEYS[name][1] else "holds")


GATED = """
from __future__ import annotations
from dataclasses import dataclass, field
def enabled(name):
    return False
@dataclass
class Meta:
    name: str = ""
@dataclass
class Spec:
    shifts: int = 0
    # +featureGate=NightShift
    lamps: int | None = None
@dataclass
class Observatory:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
"""
#: Conditions on which the field of a gate that is off is cleared: unless it is in use, but for one case.
CLEARED = {
    "Early": ("old.spec.lamps is None or obj.spec.shifts == 40", "gated-field-dropped-in-use"),
    "Late": ("old.spec.lamps is None and obj.spec.shifts != 40", "gated-field-not-dropped"),
    "Right": ("old.spec.lamps is None and (obj.spec.shifts == 40 or obj.spec.shifts != 40)", ""),
}


@pytest.fixture(scope="module")
def observatories(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    classes = (
        f"class {name}Strategy:\n"
        "    def prepare_for_create(self, ctx, obj: Observatory):\n"
        "        if not enabled('NightShift'):\n"
        "            obj.spec.lamps = None\n"
        "    def prepare_for_update(self, ctx, obj: Observatory, old: Observatory):\n"
        f"        if not enabled('NightShift') and ({condition}):\n"
        "            obj.spec.lamps = None\n"
        for name, (condition, _) in CLEARED.items()
    )
    root: Path = tmp_path_factory.mktemp("observatories")
    found: list[dict[str, Any]] = watched_in(
        root, {"observatories.py": GATED + "".join(classes)}, config="sequences = 0\n"
    )["verdicts"]
    return found


@pytest.mark.parametrize("name", CLEARED)
def test_what_decides_is_tried_where_a_gate_is_off_and_its_field_in_use_or_not(
    name: str, observatories: list[dict[str, Any]]
) -> None:
    rows = [row for row in observatories if row["object"] == f"observatories.{name}Strategy"]
    found = {row["rule"] for row in rows if row["verdict"] == "violated" and row["rule"] != "boilerplate-hook"}
    assert found == set(filter(None, CLEARED[name][1:]))


LAMPS = "    # +featureGate=NightShift\n    lamps: int | None = None\n"
DOMES = GATED.replace(LAMPS, "    domes: list[Dome] = field(default_factory=list)\n")
DOMES = DOMES.replace(
    "@dataclass\nclass Spec", f"@dataclass\nclass Dome:\n    name: str = ''\n{LAMPS}@dataclass\nclass Spec"
)
#: Conditions on which the field of all elements is cleared, with the verdict on whether it is dropped where the stored
#: object does not use it: one without elements uses nothing; whether other fields are a use of it nobody can tell.
OF_ELEMENTS = {
    "Any": ("not any(dome.lamps is not None for dome in old.spec.domes)", "holds"),
    "There": ("old.spec.domes and not any(dome.lamps is not None for dome in old.spec.domes)", "violated"),
    "Shifts": ("not old.spec.shifts and not any(dome.lamps is not None for dome in old.spec.domes)", "unproven"),
}


@pytest.mark.parametrize("name", OF_ELEMENTS)
def test_a_stored_object_without_elements_does_not_use_their_fields(name: str, tmp_path: Path) -> None:
    condition, verdict = OF_ELEMENTS[name]
    strategy = f"""
class DomeStrategy:
    def prepare_for_create(self, ctx, obj: Observatory):
        self.clear(obj, Observatory(spec=Spec(domes=[Dome()])))  # nothing was stored before
    def prepare_for_update(self, ctx, obj: Observatory, old: Observatory):
        self.clear(obj, old)
    def clear(self, obj, old):
        if not enabled('NightShift') and ({condition}):
            for dome in obj.spec.domes:
                dome.lamps = None
"""
    rows = watched_in(tmp_path, {"domes.py": DOMES + strategy}, config="sequences = 0\n")["verdicts"]
    assert [row["verdict"] for row in rows if row["rule"] == "gated-field-not-dropped"] == [verdict]
