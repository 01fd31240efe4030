"""Comparisons of what code has reckoned: the values that make the difference stand nowhere in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

FERRIES = """
    from __future__ import annotations

    import collections
    import copy
    import enum
    import functools
    import re
    from collections import Counter
    from dataclasses import dataclass, field


    class Season(str, enum.Enum):
        LOW = "low"
        HIGH = "high"
        REFIT = "refit"


    class Notes(dict):
        pass


    class Flag(str):
        pass


    @dataclass
    class Stop:
        quay: str = ""
        minutes: int = 0


    @dataclass
    class Meta:
        name: str = ""
        namespace: str = ""


    @dataclass
    class Spec:
        decks: int = 0
        cars: int = 0
        draught: float = 0.0
        route: str = ""
        port: str = ""
        season: Season = Season.LOW
        tiers: list[int] = field(default_factory=list)
        stops: list[Stop] = field(default_factory=list)
        first: Stop = field(default_factory=Stop)
        names: list[str] = field(default_factory=list)
        signs: list[str] = field(default_factory=list)
        fares: dict[str, int] = field(default_factory=dict)
        notes: Notes = field(default_factory=Notes)
        flag: Flag = Flag("")


    @dataclass
    class Ferry:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: str = ""


    class Base:
        def lets_through(self, obj, old) -> bool:
            return False

        def prepare_for_create(self, ctx, obj: Ferry) -> None:
            obj.status = ""

        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            if not self.lets_through(obj, old):
                obj.status = old.status


    @functools.lru_cache
    def tidied(text):
        return text.strip()


    class RemembersStrategy(Base):
        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            obj.spec.route = tidied(obj.spec.route)
            obj.status = old.status


    BERTH = re.compile("b[0-9]+")


    class ReadsStrategy(Base):
        # A value that is made at the first call is kept, with whatever is found in its module then.
        kept = None

        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            if self.kept is None:
                self.kept = collections.Counter(), re.compile("a+"), BERTH, collections.defaultdict(int)
            counted, pattern, berth, numbers = self.kept
            counted[obj.spec.port] += 1
            numbers[obj.spec.port] += int(isinstance(obj.spec.cars, (int, str)))
            if counted.most_common(1)[0][1] < 1 or counted != Counter(numbers):
                raise ValueError
            obj.spec.route = re.sub(pattern, "", berth.sub("", obj.spec.route))
            if not isinstance(pattern, re.Pattern) or copy.deepcopy(pattern).match(obj.spec.route):
                raise TypeError
            obj.status = old.status


    class PickyStrategy(Base):
        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            if type(obj.spec.decks) is not int or type(obj.spec.route) is not str:
                raise TypeError("exact types only")
            obj.status = old.status
"""
LIBRARIES = """
import base64, hashlib, math, re, statistics, unicodedata, zlib
from collections import Counter
BERTH = re.compile(r"b(?P<number>[0-9]{3})$")
"""
#: Conditions under which a hook lets the caller's status through.
LEAKS = (
    "obj.spec.cars == 3 * obj.spec.decks + 2",
    "obj.spec.cars == 7 * old.spec.cars",
    "obj.spec.cars // 9 == 4 and obj.spec.decks == obj.spec.cars - 30",
    "divmod(obj.spec.cars, 12) == (5, 7)",
    "obj.spec.draught * 8 == 5",
    "obj.spec.decks / obj.spec.cars == 0.5",
    "obj.spec.decks.bit_length() == 6",
    "obj.spec.decks == max(obj.spec.tiers) + 1",
    "obj.spec.route == obj.spec.port + '>' + str(obj.spec.decks)",
    "obj.spec.route == f'{obj.metadata.namespace}.{obj.metadata.name}'",
    "obj.spec.route.split('>')[0] == obj.spec.port.lower()",
    "str(obj.spec.decks) == obj.spec.port",
    "obj.spec.decks > 5000 and not obj.spec.decks & (obj.spec.decks - 1)",
    "hashlib.md5(obj.spec.route.encode()).hexdigest()[0] == '0'",
    "hashlib.sha256(obj.spec.port.encode()).hexdigest().endswith('7')",
    "zlib.crc32(obj.metadata.name.encode()) % 16 == 3",
    "obj.spec.port == str(obj.spec.cars)[::-1]",
    "obj.spec.port[::-1] == 'yauq'",
    "str(obj.spec.decks).endswith('13')",
    "'quay' in obj.spec.route.splitlines()[1:]",
    "obj.spec.cars % 7 == 3 and obj.spec.cars > 100000",
    # Functions that are written in C forget what they are given.
    "hex(obj.spec.cars) == '0x1f4'",
    "bin(obj.spec.cars).count('1') == 5",
    "chr(obj.spec.decks) == 'Z'",
    "ord(obj.spec.port[:1] or 'a') == 0x394",
    "math.sqrt(obj.spec.draught) == 3",
    "obj.spec.draught != obj.spec.draught",
    "math.isnan(obj.spec.draught)",
    "obj.spec.cars * obj.spec.decks == 91",
    "obj.spec.cars.bit_count() == 4",
    "len(str(obj.spec.cars)) > 8",
    "sum(map(ord, obj.spec.route)) == 404",
    "sum(ord(each) for each in obj.spec.port) == 222",
    "obj.spec.route * 2 == 'toto'",
    "obj.spec.route[::2] == 'fry'",
    "set(obj.spec.names) & set(obj.spec.fares)",
    "base64.b64encode(obj.spec.port.encode()) == b'aGVsbG8='",
    "obj.spec.port.encode().hex() == '6869'",
    "len(obj.spec.names) > len(obj.spec.signs) + 3",
    "len(obj.spec.names) + len(obj.spec.signs) == 7",
    "len(obj.spec.fares) == len(obj.spec.port)",
    "len(obj.spec.port) == 2 and obj.spec.port.isupper()",
    "obj.spec.port.find('>') > 3",
    "any(each < ' ' for each in obj.spec.port)",
    "obj.spec.port.lower() == obj.spec.route.lower() and obj.spec.port != obj.spec.route",
    # Neither number alone comes to it.
    "3 * obj.spec.cars + 5 * obj.spec.decks == 1234",
    "7 * obj.spec.cars - 4 * obj.spec.decks == 55",
    "obj.spec.cars ** 2 + obj.spec.decks ** 2 == 25",
    "round(obj.spec.cars / 10) == 42 and obj.spec.cars % 10 == 4",
    # Texts that are read, and pieces of those that match.
    "re.fullmatch('[0-9a-f]{4}', obj.spec.port) and int(obj.spec.port, 16) == 48879",
    "obj.spec.port.startswith('0x') and int(obj.spec.port, 16) == 4660",
    "isinstance(obj.spec.cars, int) and int(obj.spec.port) == 71",
    "float(obj.spec.port) == 2.5",
    "sum(int(digit) for digit in str(obj.spec.cars)) == 23",
    "(m := re.match(r'v(\\d+)[.](\\d+)$', obj.spec.port)) and int(m.group(1)) == 3 and int(m[2]) > 20",
    "(m := re.match(r'(\\w+)/(\\w+)$', obj.spec.port)) and m.groups() == ('left', 'right')",
    "(m := BERTH.match(obj.spec.port)) and m.groupdict()['number'] == '417'",
    "(m := re.search(BERTH, obj.spec.port)) and m['number'] == '418'",
    "(m := re.compile(r'k(\\d+)').search(obj.spec.route)) and int(m[1]) == 55",
    "len(obj.spec.route.splitlines()) == 4",
    # Elements that are counted, the middle of several, and more of them than there are.
    "Counter(obj.spec.names)['bow'] == 3",
    "Counter(obj.spec.names).most_common(1)[0][1] > 4",
    "any(times > 3 for times in Counter(obj.spec.tiers).values())",
    "Counter(obj.spec.port)['z'] == 5",
    "obj.spec.tiers and statistics.mean(obj.spec.tiers) == 12",
    "obj.spec.tiers and statistics.median(obj.spec.tiers) > 77777",
    "any(number == tier for number, tier in enumerate(obj.spec.tiers) if number > 1)",
    # Lists, and objects that are made in their place.
    "obj.spec.tiers == [1, 2, 3]",
    "obj.spec.names[1:2] == ['bow']",
    "tuple(obj.spec.names) == ('bow', 'stern')",
    "{stop.quay for stop in obj.spec.stops} == {'north', 'south'}",
    "obj.spec.tiers[::-1] == obj.spec.tiers and len(obj.spec.tiers) > 2",
    "max((stop.minutes for stop in obj.spec.stops), default=0) == 443",
    "obj.spec.first == Stop('north', 80)",
    "obj.spec.stops and obj.spec.stops[0] == Stop('north', minutes=80)",
    "Stop('north', 80) in obj.spec.stops",
    "obj.spec.first in obj.spec.stops",
    "obj.spec == Spec(port='north', cars=3)",
    "obj.spec.fares == {'car': 2, 'bike': 4}",
    "dict(obj.spec.fares) == {'car': 2}",
    "{**obj.spec.fares} == {'car': 2, 'bike': 4}",
    "list(obj.spec.fares) == sorted(obj.spec.fares, reverse=True) and len(obj.spec.fares) > 1",
    "[each.quay for each in obj.spec.stops] == [each.quay for each in old.spec.stops] and obj.spec.stops != old.spec.stops",
    # Classes of one's own that derive from a mapping or a text.
    "obj.spec.notes.get('mode') == 'raw'",
    "'mode' in obj.spec.notes",
    "len(obj.spec.notes) == 2",
    "obj.spec.flag == 'NO'",
    "obj.spec.flag.isupper()",
    "unicodedata.normalize('NFC', obj.spec.port) != obj.spec.port",
    # A constant that the code has may make a difference beside another value alone, and a member of an enum too.
    "not (obj.spec.cars <= 3 * obj.spec.decks or obj.spec.draught != 7.0)",
    "obj.spec.season is Season.LOW and obj.spec.cars == 5 * obj.spec.decks",
    "obj.spec.season is Season.HIGH and obj.spec.cars == 5 * obj.spec.decks",
    "obj.spec.season is Season.REFIT and obj.spec.cars == 5 * obj.spec.decks",
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    classes = "".join(
        f"class Leak{number}Strategy(Base):\n    def lets_through(self, obj, old):\n        return {condition}\n\n\n"
        for number, condition in enumerate(LEAKS)
    )
    files = {
        "ferries.py": FERRIES,
        "leaks.py": f"{LIBRARIES}\nfrom ferries import Base, Season, Spec, Stop\n\n\n{classes}",
    }
    return watched_in(tmp_path_factory.mktemp("ferries"), files)


@pytest.mark.parametrize("number", range(len(LEAKS)), ids=LEAKS)
def test_the_value_is_found_by_the_comparison(number: int, report: dict[str, Any]) -> None:
    found = {each["object"] for each in report["findings"]}
    assert f"leaks.Leak{number}Strategy" in found


def test_hooks_that_remember_or_look_at_types_are_none_the_worse(report: dict[str, Any]) -> None:
    conforming = {f"ferries.{name}" for name in ("Base", "RemembersStrategy", "ReadsStrategy", "PickyStrategy")}
    rows = [row for row in report["verdicts"] if row["object"] in conforming]
    assert {row["object"] for row in rows} == conforming
    assert {row["verdict"] for row in rows} == {"holds"}


VALIDATED = """
    from __future__ import annotations

    from pydantic import BaseModel, ConfigDict, Field, field_validator


    class Quay(BaseModel):
        model_config = ConfigDict(validate_assignment=True)
        depth: int = Field(3, ge=1, le=100)
        length: int = Field(80, ge=1, le=1000)
        sign: str = Field("a", pattern="^[a-z][a-z0-9-]*$")
        marks: list[int] = [1]

        @field_validator("sign")
        @classmethod
        def closed(cls, value):
            if value.endswith("-"):
                raise ValueError("open")
            return value


    class Meta(BaseModel):
        name: str = ""


    class Pier(BaseModel):
        metadata: Meta = Meta()
        spec: Quay = Quay()
        status: str = ""


    class Base:
        def lets_through(self, spec) -> bool:
            return False

        def prepare_for_create(self, obj: Pier) -> None:
            if not self.lets_through(obj.spec):
                obj.status = ""

        def prepare_for_update(self, obj: Pier, old: Pier) -> None:
            obj.status = old.status


    class SumStrategy(Base):
        def lets_through(self, spec): return spec.depth + spec.length == 777


    class SignStrategy(Base):
        def lets_through(self, spec): return spec.sign.startswith("north-")


    class MarkStrategy(Base):
        def lets_through(self, spec): return any(3 * mark == 129 for mark in spec.marks)


    class DeepStrategy(Base):
        def lets_through(self, spec): return spec.depth > 100 or spec.sign.endswith("-")
"""


def test_probes_are_put_into_objects_that_validate_what_is_set(tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"piers.py": VALIDATED})
    assert {each["object"] for each in report["findings"]} == {
        f"piers.{name}Strategy" for name in ("Sum", "Sign", "Mark")
    }
