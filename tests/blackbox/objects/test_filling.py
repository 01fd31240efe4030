"""Filled objects: every form of declaration, from its source text to the live object."""

from __future__ import annotations

import itertools
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sources_as_text
from sources_as_text import workspace_from_text

from apivet.blackbox.objects.access import Marker, field_names, read
from apivet.blackbox.objects.filling import CannotFillError, Choice, Filler, Own
from apivet.blackbox.objects.snapshots import Snapshot, differing
from apivet.blackbox.objects.source_code import SourceCode
from apivet.blackbox.properties.trial import OLD_START, TWIN_START, USING_START
from apivet.blackbox.protocol.models import type_models

HEAD = """\
from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import ipaddress
import pathlib
import re
import typing
import uuid
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import (
    Annotated, Any, Dict, Generic, List, Literal, NamedTuple, NewType, Optional, Protocol, Tuple, TypedDict, TypeVar,
    Union,
)

import attrs
import msgspec
import pydantic
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, RootModel, SecretStr
from pydantic.alias_generators import to_camel
from typing_extensions import NotRequired, Required

T = TypeVar("T")
K = TypeVar("K")

"""
Fillers = Callable[..., tuple[Filler, str]]
_numbers = itertools.count()


@pytest.fixture
def filler_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fillers:
    """From the source text of a module: what fills objects of its types, and the dotted name of its ``Thing``."""

    def made(text: str, own: Own | None = None) -> tuple[Filler, str]:
        module = f"filled_types_{next(_numbers)}"
        source = HEAD + textwrap.dedent(text)
        (tmp_path / f"{module}.py").write_text(source)
        monkeypatch.syspath_prepend(str(tmp_path))
        workspace = workspace_from_text({f"{module}.py": source}, root=str(tmp_path))
        type_ = workspace.type(f"{module}.Thing")
        assert type_ is not None
        return Filler(type_models(workspace, type_), own), type_.dotted

    return made


def leaves(value: object) -> dict[str, Any]:
    return dict(Snapshot(value).leaves())


def zeros(value: object) -> list[str]:
    """The paths at which nothing is said, absent fields among them."""
    return [path for path, leaf in leaves(value).items() if leaf is None or isinstance(leaf, Marker) or not leaf]


DECLARATIONS = {
    "dataclass": """
        @dataclass
        class Thing:
            count: int
            name: str = ""
            on: bool = False
            items: list[int] = field(default_factory=list)
    """,
    "frozen dataclass": """
        @dataclass(frozen=True)
        class Thing:
            count: int
            name: str = ""
            on: bool = False
    """,
    "frozen dataclass with slots": """
        @dataclass(frozen=True, slots=True)
        class Thing:
            count: int = 0
            name: str = ""
            on: bool = False
            late: int = field(init=False, default=0)
    """,
    "dataclass by keyword": """
        @dataclass(kw_only=True)
        class Thing:
            name: str = ""
            count: int
            on: bool
    """,
    "dataclass with a field of its own making": """
        @dataclass
        class Thing:
            name: str
            count: int = 0
            derived: str = field(init=False)
            unset: str = field(init=False, default="")

            def __post_init__(self) -> None:
                self.derived = self.name + "!"
    """,
    "dataclass with an argument that is no field": """
        @dataclass
        class Thing:
            name: str
            size: int = field(init=False, default=0)
            factor: InitVar[int]

            def __post_init__(self, factor: int) -> None:
                self.size = factor * 2
    """,
    "inheriting dataclass": """
        @dataclass
        class Base:
            name: str = ""

        @dataclass
        class Thing(Base):
            count: int = 0
            on: bool = False
    """,
    "pydantic dataclass": """
        @pydantic.dataclasses.dataclass
        class Thing:
            name: str
            count: int = 0
    """,
    "attrs": """
        @attrs.define
        class Thing:
            name: str
            count: int = 0
            on: bool = False
    """,
    "frozen attrs": """
        @attrs.frozen
        class Thing:
            name: str
            _hidden: int = 0
            other: str = attrs.field(default="", alias="another")
            late: int = attrs.field(init=False, default=0)
    """,
    "attrs with converters and validators": """
        @attrs.define
        class Thing:
            name: str = attrs.field(converter=str.upper)
            count: int = attrs.field(default=1, validator=attrs.validators.instance_of(int))
            small: int = attrs.field(default=1, validator=[attrs.validators.gt(0), attrs.validators.lt(10)])
            mode: str = attrs.field(default="a", kw_only=True)
    """,
    "old attrs": """
        import attr

        @attr.s
        class Thing:
            name = attr.ib(type=str)
            count = attr.ib(type=int, default=0)
    """,
    "pydantic": """
        class Thing(BaseModel):
            name: str
            count: int = 0
            on: bool = False
            labels: dict[str, str] = {}
    """,
    "frozen pydantic that forbids": """
        class Thing(BaseModel):
            model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
            name: str
            count: int = 0
    """,
    "pydantic that looks at what is set": """
        class Thing(BaseModel):
            model_config = ConfigDict(validate_assignment=True)
            name: str
            count: int = Field(default=1, ge=1, le=9)
    """,
    "pydantic with aliases": """
        class Thing(BaseModel):
            api_version: str = Field(alias="apiVersion")
            kind: str = Field(default="", validation_alias="Kind")
            content_type: str = Field(default="", alias="content-type")
            name: str = Field(default="", validation_alias=AliasChoices("title", "name"))
            first: str = Field(default="", validation_alias=AliasPath("names", 0))
            second: str = Field(default="", validation_alias=AliasPath("names", 1))
            inner: int = Field(default=0, validation_alias=AliasChoices(AliasPath("outer", "inner"), "inner"))
    """,
    "pydantic with a generator of aliases": """
        class Thing(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel)
            api_version: str
            label_selector: dict[str, str] = {}
    """,
    "pydantic by either name": """
        class Thing(BaseModel):
            model_config = ConfigDict(populate_by_name=True)
            api_version: str = Field(alias="apiVersion")
    """,
    "pydantic with limits": """
        Port = Annotated[int, Field(ge=1, le=65535)]

        class Thing(BaseModel):
            small: Annotated[int, Field(gt=0, lt=10)]
            port: Port = 80
            ports: list[Port] = Field(default=[1, 2, 3], min_length=3)
            optional: Optional[int] = Field(default=None, gt=5, le=20)
            even: pydantic.conint(multiple_of=2) = 2
            below: pydantic.NegativeInt = -1
            share: float = Field(default=0.5, gt=0, lt=1)
            price: pydantic.condecimal(max_digits=6, decimal_places=2) = decimal.Decimal("1.00")
            code: str = Field(default="ab", max_length=2)
            long: str = Field(default="a" * 40, min_length=40)
            name: str = Field(default="a", pattern=r"^[a-z]([-a-z0-9]*[a-z0-9])?$")
            zone: str = Field(default="AB-1", pattern=r"^[A-Z]{2}-[0-9]$")
            version: pydantic.UUID1 | None = None
    """,
    "pydantic root": """
        class Names(RootModel[list[str]]):
            pass

        class Numbers(RootModel[dict[str, int]]):
            pass

        class Thing(BaseModel):
            names: Names
            numbers: Numbers
    """,
    "pydantic with a tagged union": """
        class Cat(BaseModel):
            kind: Literal["cat"]
            lives: int

        class Dog(BaseModel):
            kind: Literal["dog"]
            tricks: list[str]

        class Thing(BaseModel):
            pet: Union[Cat, Dog] = Field(discriminator="kind")
            pets: list[Annotated[Cat | Dog, Field(discriminator="kind")]]
    """,
    "pydantic's own types": """
        class Thing(BaseModel):
            secret: SecretStr
            hidden: pydantic.SecretBytes
            url: pydantic.AnyUrl
            site: pydantic.HttpUrl
            store: pydantic.PostgresDsn
            size: pydantic.ByteSize
            address: pydantic.IPvAnyAddress
            past: pydantic.PastDate
            future: pydantic.FutureDatetime
            strict: pydantic.StrictStr
            positive: pydantic.PositiveInt
    """,
    "pydantic with validators": """
        class Thing(BaseModel):
            name: str
            weekday: int
            level: int = 3

            @pydantic.field_validator("weekday")
            @classmethod
            def known(cls, value: int) -> int:
                if value not in range(1, 8):
                    raise ValueError("no day")
                return value

            @pydantic.model_validator(mode="after")
            def fits(self) -> "Thing":
                if self.level > 100:
                    raise ValueError("too high")
                return self
    """,
    "msgspec": """
        class Thing(msgspec.Struct, tag="thing", forbid_unknown_fields=True, kw_only=True, frozen=True):
            name: str = ""
            count: int
            port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1
            code: Annotated[str, msgspec.Meta(min_length=2, max_length=3)] | None = None
            lower: list[Annotated[str, msgspec.Meta(pattern="^[a-z]+$")]] = []
            renamed: str = msgspec.field(default="", name="newName")
    """,
    "named tuple": """
        class Thing(NamedTuple):
            name: str
            count: int = 0
            on: bool = False
    """,
    "typed dict": """
        class Base(TypedDict):
            name: Required[str]

        class Thing(Base, total=False):
            count: Required[int]
            on: bool
            note: str
    """,
    "plain class": """
        class Thing:
            def __init__(self, name: str, count: int = 0, *, on: bool = False) -> None:
                self.name = name
                self.count = count
                self._on = on
                self.seen: list[str] = []
                self.both = f"{name}/{count}"
    """,
    "plain class with slots": """
        class Thing:
            __slots__ = ("name", "count")
            name: str
            count: int

            def __init__(self, name: str, /, count: int) -> None:
                self.name = name
                self.count = count
    """,
    "annotated class": """
        class Thing:
            name: str
            count: int = 0
            on: bool
    """,
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_every_declaration_is_filled_to_the_last_field(name: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(DECLARATIONS[name])
    made = filler.make(thing, Choice())
    if not isinstance(made, dict):
        assert type(made) is filler.class_of(thing)
        assert field_names(made)
    assert not zeros(made), leaves(made)
    values = [leaf for leaf in leaves(made).values() if not isinstance(leaf, bool) and leaf not in ("cat", "dog")]
    assert len(values) == len(set(map(repr, values))), values


@pytest.mark.parametrize("name", DECLARATIONS)
def test_two_objects_have_nothing_in_common(name: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(DECLARATIONS[name])
    one = leaves(filler.make(thing, Choice()))
    for start in (OLD_START, TWIN_START):
        other = leaves(filler.make(thing, Choice(start=start)))
        assert [path for path in one if one[path] == other.get(path) and one[path] not in ("cat", "dog")] == []


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_bare_object_is_what_the_constructor_makes_of_as_little_as_it_takes(name: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(DECLARATIONS[name])
    bare = filler.make(thing, Choice("bare"))
    full = filler.make(thing, Choice())
    assert len(zeros(bare)) >= len(zeros(full))
    assert len(leaves(bare)) <= len(leaves(full))
    again = filler.make(thing, Choice("bare"))
    assert leaves(bare) == leaves(again)


@pytest.mark.parametrize("name", [name for name in DECLARATIONS if name.startswith(("pydantic", "frozen pydantic"))])
def test_pydantic_agrees_to_what_is_in_it(name: str, filler_of: Fillers) -> None:
    """Nothing was made around the validators."""
    filler, thing = filler_of(DECLARATIONS[name])
    for fill in ("full", "bare"):
        made = filler.make(thing, Choice(fill, start=OLD_START))
        if hasattr(made, "model_dump"):
            type(made).model_validate(made.model_dump(), by_alias=False, by_name=True)


def test_msgspec_reads_again_what_it_writes(filler_of: Fillers) -> None:
    """Its constructors ask for nothing, its decoders for everything."""
    import msgspec

    filler, thing = filler_of(DECLARATIONS["msgspec"])
    for choice in (Choice(), Choice("bare"), Choice(start=OLD_START)):
        made = filler.make(thing, choice)
        assert msgspec.json.decode(msgspec.json.encode(made), type=type(made)) == made


VALUES = {
    "bool": bool,
    "int": int,
    "str": str,
    "float": float,
    "complex": complex,
    "bytes": bytes,
    "bytearray": bytearray,
    "datetime.datetime": "datetime",
    "datetime.date": "date",
    "datetime.time": "time",
    "datetime.timedelta": "timedelta",
    "datetime.timezone": "timezone",
    "decimal.Decimal": "Decimal",
    "uuid.UUID": "UUID",
    "pathlib.Path": "PosixPath",
    "pathlib.PurePosixPath": "PurePosixPath",
    "ipaddress.IPv4Address": "IPv4Address",
    "ipaddress.IPv6Network": "IPv6Network",
    "ipaddress.IPv4Interface": "IPv4Interface",
    "re.Pattern[str]": "Pattern",
    "typing.Pattern": "Pattern",
    "zoneinfo.ZoneInfo": "ZoneInfo",
    "Any": str,
    "object": str,
    "Mode": "Mode",
    "Level": "Level",
    "Access": "Access",
    "Word": "Word",
    "Name": "Name",
    "Labels": "Labels",
    "Seconds": int,
    "Point": "Point",
    "'Point'": "Point",
    "Pair": "Pair",
    "Annotated[int, 'a note']": int,
    "Literal['a', 'b']": str,
    "Literal[0, 1, -2]": int,
    "Literal[True, False]": bool,
    "Literal[b'x', b'y']": bytes,
    "Literal[Mode.FAST, Mode.SLOW]": "Mode",
    "Literal[Level.NONE, Level.HIGH]": "Level",
    "Literal['a', None]": str,
    "Optional[int]": int,
    "int | None": int,
    "Union[Point, int]": "Point",
    "list[int]": list,
    "List[int]": list,
    "list": list,
    "dict": dict,
    "tuple[int, str]": tuple,
    "tuple[int, ...]": tuple,
    "Tuple[Point, ...]": tuple,
    "tuple": tuple,
    "set[int]": set,
    "frozenset[str]": frozenset,
    "set[Fixed]": set,
    "frozenset[Mode]": frozenset,
    "deque[int]": "deque",
    "defaultdict[str, list[int]]": "defaultdict",
    "OrderedDict[str, int]": "OrderedDict",
    "Counter[str]": "Counter",
    "typing.ChainMap[str, int]": "ChainMap",
    "Mapping[str, int]": dict,
    "MutableMapping[str, Point]": dict,
    "Sequence[Point]": list,
    "dict[str, list[tuple[int, ...]]]": dict,
    "Dict[Mode, Dict[str, Optional[Point]]]": dict,
    "dict[Fixed, int]": dict,
    "dict[int, bool]": dict,
    "Box[int]": "Box",
    "Box[list[Point]]": "Box",
    "Twice[str, Box[int]]": "Twice",
    "IntBox": "IntBox",
    "ModelBox[int]": "ModelBox",
}
KINDS = """\
    class Mode(enum.Enum):
        FAST = "fast"
        SLOW = "slow"
        IDLE = "idle"

    class Level(enum.IntEnum):
        NONE = 0
        HIGH = 1

    class Access(enum.Flag):
        READ = enum.auto()
        WRITE = enum.auto()

    class Word(str, enum.Enum):
        EMPTY = ""
        ALWAYS = "Always"

    class Name(str):
        pass

    class Labels(Dict[str, str]):
        pass

    Seconds = NewType("Seconds", int)

    @dataclass
    class Point:
        x: int
        y: float = 0.0

    @dataclass(frozen=True)
    class Fixed:
        name: str

    class Pair(NamedTuple):
        one: int
        two: str

    @dataclass
    class Box(Generic[T]):
        content: T
        more: list[T] = field(default_factory=list)

    @dataclass
    class Twice(Generic[K, T]):
        first: Box[K]
        second: T

    class IntBox(Box[int]):
        pass

    class ModelBox(BaseModel, Generic[T]):
        content: T

"""


#: Types that pydantic says no to.
UNKNOWN_TO_PYDANTIC = frozenset(("datetime.timezone", "typing.ChainMap[str, int]", "Labels", "Name", "bytearray"))
SETS = frozenset(("set[int]", "frozenset[str]", "set[Fixed]", "frozenset[Mode]"))
FORMS = {"dataclass": "@dataclass\n    class Thing:", "pydantic": "class Thing(BaseModel):"}


@pytest.mark.parametrize(
    ("form", "annotation"),
    [(form, name) for form in FORMS for name in VALUES if form != "pydantic" or name not in UNKNOWN_TO_PYDANTIC],
)
def test_every_type_has_values(form: str, annotation: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(f"{KINDS}\n    {FORMS[form]}\n        value: {annotation}\n")
    made = filler.make(thing, Choice())
    kind = VALUES[annotation]
    assert type(made.value) is kind or type(made.value).__name__.partition("[")[0] == kind
    assert not zeros(made), leaves(made)
    if annotation in SETS:
        assert len(made.value) == 2
    if annotation != "Literal['a', None]":
        other = filler.make(thing, Choice(start=OLD_START))
        assert not set(map(repr, leaves(made).values())) & set(map(repr, leaves(other).values()))
    assert repr(leaves(made)) == repr(leaves(filler.make(thing, Choice())))


def test_each_member_of_a_union_has_its_turn(filler_of: Fillers) -> None:
    filler, thing = filler_of(
        KINDS
        + """
    @dataclass
    class Thing:
        value: Point | str | Literal["a", "b"] | list[int] | None
        other: Optional[int] = None
    """
    )
    kinds = [type(filler.make(thing, Choice("full", arm)).value).__name__ for arm in range(5)]
    assert sorted(kinds[:4]) == ["Point", "list", "str", "str"]
    assert kinds[4] == kinds[0]
    assert filler.make(thing, Choice("bare")).value is None
    assert filler.make(thing, Choice("full", 3)).other
    assert filler.arms(thing) == 4


@pytest.mark.parametrize(
    ("value", "arms"), [("int | None", 1), ("int | str | None", 2), ("list[int | str | bytes]", 3), ("list[str]", 1)]
)
def test_with_as_many_arms_as_there_are_the_first_comes_again(value: str, arms: int, filler_of: Fillers) -> None:
    filler, thing = filler_of(f"""
        @dataclass
        class Thing:
            value: {value}
            other: int | None = None
    """)
    assert filler.arms(thing) == arms
    filled = [leaves(filler.make(thing, Choice("full", arm))) for arm in range(arms + 1)]
    assert filled.index(filled[-1]) == 0
    assert all(filled.count(each) == 1 for each in filled[1:-1])


def test_each_member_of_an_enum_has_its_turn(filler_of: Fillers) -> None:
    filler, thing = filler_of(KINDS + "    @dataclass\n    class Thing:\n        mode: Mode\n")
    assert {filler.make(thing, Choice(start=start)).mode.name for start in range(3)} == {"FAST", "SLOW", "IDLE"}


@pytest.mark.parametrize("start", [0, USING_START])
def test_booleans_are_true_where_the_start_is_even(start: int, filler_of: Fillers) -> None:
    filler, thing = filler_of("    @dataclass\n    class Thing:\n        one: bool\n        many: list[bool]\n")
    made, other = filler.make(thing, Choice(start=start)), filler.make(thing, Choice(start=OLD_START))
    assert (made.one, made.many) == (True, [True, True])
    assert (other.one, other.many) == (False, [False, False])


def test_what_can_not_be_hashed_is_in_no_set(filler_of: Fillers) -> None:
    filler, thing = filler_of(
        KINDS + "    @dataclass\n    class Thing:\n        points: set[Point]\n        by: dict[Point, int]\n"
    )
    made = filler.make(thing, Choice())
    assert (made.points, made.by) == (set(), {})


# ------------------------------------------------------------------------------------------------------------ recursion


def depth_of(value: object, kind: str) -> int:
    """How many objects of a class lie in each other."""
    if isinstance(value, (list, tuple)):
        return max((depth_of(item, kind) for item in value), default=0)
    if isinstance(value, dict):
        return depth_of(list(value.values()), kind)
    inner = max((depth_of(read(value, name), kind) for name in field_names(value) or ()), default=0)
    return inner + (type(value).__name__ == kind)


@pytest.mark.parametrize(
    "declared",
    [
        "next: Optional[Thing] = None",
        "children: list[Thing] = field(default_factory=list)",
        "by_name: dict[str, 'Thing'] = field(default_factory=dict)",
        "pair: tuple[Thing, ...] = ()",
    ],
)
def test_a_type_inside_itself_is_filled_once_more(declared: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(f"    @dataclass\n    class Thing:\n        name: str\n        {declared}\n")
    assert depth_of(filler.make(thing, Choice()), "Thing") == 2


def test_types_inside_each_other_come_to_an_end(filler_of: Fillers) -> None:
    filler, thing = filler_of("""
        @dataclass
        class Leaf:
            up: Thing | None = None
            name: str = ""

        @dataclass
        class Branch:
            leaves: list[Leaf]
            up: Optional["Thing"]

        @dataclass
        class Thing:
            branches: dict[str, Branch]
            leaf: Leaf
    """)
    made = filler.make(thing, Choice())
    assert depth_of(made, "Thing") == 2
    assert made.leaf.name
    assert made.branches


def test_what_holds_itself_whatever_happens_is_told(filler_of: Fillers) -> None:
    filler, thing = filler_of("    @dataclass\n    class Thing:\n        next: Thing\n")
    with pytest.raises(CannotFillError, match=r"Thing holds itself and can't end$"):
        filler.make(thing, Choice())


def seconds(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


def _ring(count: int, declared: str) -> str:
    classes = (f"@dataclass\nclass T{at}:\n    name: str\n    inner: {declared}\n" for at in range(1, count))
    ring = "\n".join(text.replace("NEXT", f"T{at}") for at, text in zip(itertools.count(2), classes))
    last = ring.replace(f"T{count}", "Thing")
    return f"{last}\n@dataclass\nclass Thing:\n    name: str\n    inner: {declared.replace('NEXT', 'T1')}\n"


@pytest.mark.parametrize("declared", ["Optional[NEXT] = None", "list[NEXT] = field(default_factory=list)"])
def test_a_ring_of_sixty_types_ends_soon(declared: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(_ring(60, declared))
    assert seconds(lambda: filler.make(thing, Choice())) < 2
    made = filler.make(thing, Choice())
    assert made.inner
    assert made.name


def test_sixty_types_that_all_hold_each_other_end_soon(filler_of: Fillers) -> None:
    fields = "".join(f"    f{at}: Optional[T{at}] = None\n" for at in range(60))
    classes = "".join(f"@dataclass\nclass T{at}:\n    name: str = ''\n{fields}\n" for at in range(60))
    filler, thing = filler_of(f"{classes}\n@dataclass\nclass Thing:\n    first: T0\n    second: list[T1]\n")
    assert seconds(lambda: filler.make(thing, Choice())) < 5
    made = filler.make(thing, Choice())
    assert made.first.name
    assert made.second[0].name


def _tree(width: int, depth: int, declared: str) -> str:
    """Types of which each has several fields of the next one."""
    text = "@dataclass\nclass T0:\n    name: str\n"
    for at in range(1, depth):
        fields = "".join(f"    f{number}: {declared.replace('NEXT', f'T{at - 1}')}\n" for number in range(width))
        text += f"@dataclass\nclass T{at}:\n    name: str\n{fields}"
    return text.replace(f"T{depth - 1}", "Thing")


@pytest.mark.parametrize("declared", ["NEXT | None", "list[NEXT]", "dict[str, NEXT]", "Optional[list[NEXT]]"])
def test_five_fields_of_the_next_type_eight_deep_are_filled_as_deep_as_objects_stay_small(
    declared: str, filler_of: Fillers
) -> None:
    filler, thing = filler_of(_tree(5, 9, declared))
    assert seconds(lambda: filler.make(thing, Choice())) < 5
    made = filler.make(thing, Choice())
    assert 500 < len(leaves(made)) < 7_000
    assert all(getattr(made, f"f{number}") for number in range(5)), "all fields of a level are treated alike"
    assert filler.make(thing, Choice("bare"))


def test_what_must_hold_too_much_is_told(filler_of: Fillers) -> None:
    filler, thing = filler_of(_tree(5, 9, "NEXT"))
    with pytest.raises(CannotFillError, match=r"Thing has more than 6000 fields that can't be left out"):
        filler.make(thing, Choice())


def test_a_large_but_finite_object_is_filled_to_the_last_field(filler_of: Fillers) -> None:
    filler, thing = filler_of(_tree(2, 6, "list[NEXT]"))
    made = filler.make(thing, Choice())
    assert depth_of(made, "T0") == 1
    filler, thing = filler_of(_tree(1, 20, "NEXT"))
    assert depth_of(filler.make(thing, Choice()), "T0") == 1


# ----------------------------------------------------------------------------------------------- what constructors refuse


def test_a_constructor_that_refuses_values_is_offered_others(filler_of: Fillers) -> None:
    filler, thing = filler_of("""
        @dataclass(frozen=True)
        class Thing:
            name: str
            low: int
            high: int
            when: str = "2020-01-01"

            def __post_init__(self) -> None:
                if not 0 < self.low < 10:
                    raise ValueError("low")
                if self.high <= 0:
                    raise ValueError("high")
                if self.high > 50:
                    raise ValueError("high")
                datetime.date.fromisoformat(self.when)
    """)
    made = filler.make(thing, Choice())
    type(made)(made.name, made.low, made.high, made.when)
    assert not zeros(made)
    assert leaves(made) == leaves(filler.make(thing, Choice()))


def test_hypothesis_finds_what_is_asked_of_a_type(filler_of: Fillers) -> None:
    filler, thing = filler_of("""
        class Thing(BaseModel):
            code: Annotated[str, Field(pattern=r"^[A-Z]{3}-[0-9]{2}x$")]
            day: Annotated[datetime.date, Field(gt=datetime.date(2400, 1, 1))]
            pair: Annotated[list[int], Field(min_length=1), pydantic.AfterValidator(sorted)]
    """)
    one, other = (filler.make(thing, Choice(start=start)) for start in (0, OLD_START))
    for made in (one, other):
        type(made).model_validate(made.model_dump())
    assert one.code != other.code
    assert one.day != other.day


def test_a_text_drawn_for_a_pattern_ends_where_the_pattern_does(filler_of: Fillers) -> None:
    """``$`` matches before a last line end too, in Python; pydantic's regular expressions have it at the end alone."""
    filler, parcel = filler_of("""
        class Thing(BaseModel):
            code: Annotated[str, Field(pattern=r"^[A-Z]{3}-[0-9]{2}x$")]
    """)
    for number in range(20):
        made = filler.make(parcel, Choice(start=number))
        assert type(made).model_validate(made.model_dump()) == made


def test_what_no_value_satisfies_is_made_without_asking(filler_of: Fillers) -> None:
    filler, thing = filler_of("""
        class Model(BaseModel):
            title: str = Field(alias="Title")

            @pydantic.model_validator(mode="after")
            def never(self) -> "Model":
                raise ValueError("never")

        @attrs.frozen
        class Shut:
            title: str = attrs.field(validator=attrs.validators.in_([]))

        @dataclass
        class Thing:
            model: Model
            shut: Shut
    """)
    made = filler.make(thing, Choice())
    assert made.model.title
    assert made.shut.title


def test_what_can_not_be_made_without_asking_is_told(filler_of: Fillers) -> None:
    filler, thing = filler_of("""
        class Thing(msgspec.Struct, frozen=True):
            title: str

            def __post_init__(self) -> None:
                raise ValueError("never")
    """)
    with pytest.raises(CannotFillError, match=r"^Thing: ValueError: never$"):
        filler.make(thing, Choice())


def test_ordinary_types_take_no_hypothesis(tmp_path: Path) -> None:
    """It takes longer to import than an object takes to be filled a thousand times."""
    script = textwrap.dedent("""
        import sys
        sys.path.insert(0, sys.argv[2])
        from apivet.blackbox.objects.filling import Choice, Filler
        from apivet.blackbox.protocol.models import type_models
        from sources_as_text import workspace_from_text

        text = open(sys.argv[1]).read()
        workspace = workspace_from_text({"ordinary.py": text})
        sys.path.insert(0, sys.argv[1].rpartition("/")[0])
        Filler(type_models(workspace, workspace.type("ordinary.Thing"))).make("ordinary.Thing", Choice())
        print([name for name in ("hypothesis", "pydantic", "attr") if name in sys.modules])
    """)
    text = """
        from dataclasses import dataclass
        from typing import Annotated
        import datetime, enum

        class Mode(enum.Enum):
            FAST = 1

        @dataclass
        class Thing:
            name: str
            mode: Mode
            when: datetime.datetime
            many: dict[str, list[int]]
            limited: Annotated[int, "a note"] = 0
    """
    (tmp_path / "ordinary.py").write_text(textwrap.dedent(text))
    given = [str(tmp_path / "ordinary.py"), str(Path(sources_as_text.__file__).parent)]
    run = subprocess.run([sys.executable, "-c", script, *given], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


# ------------------------------------------------------------------------------------------------- the project's objects


OPAQUE = """
    class Opaque:
        def __init__(self, handle: "typing.Callable[[], int]") -> None:
            self.size = handle() if not isinstance(handle, str) else int("no number")
            self.note = ""

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Opaque) and self.size == other.size

    @dataclass
    class Schedule:
        cron: str
        note: str = ""
        labels: dict[str, str] = field(default_factory=dict)

        def __post_init__(self) -> None:
            if self.cron.count("*") < 2:
                raise ValueError(self.cron)

    @dataclass
    class Thing:
        opaque: Opaque
        schedule: Schedule
        name: str
"""


def test_the_projects_own_object_is_used_and_what_it_leaves_unset_is_filled_in(filler_of: Fillers) -> None:
    def own(class_: Any, number: int) -> Any:
        if class_.__name__ == "Opaque":
            return class_(lambda: number + 1)
        return class_("* * * * 5") if class_.__name__ == "Schedule" else None

    filler, thing = filler_of(OPAQUE, own)
    one, other = filler.make(thing, Choice()), filler.make(thing, Choice(start=OLD_START))
    assert one.schedule.cron == other.schedule.cron == "* * * * 5"
    assert one.schedule.note != other.schedule.note
    assert one.schedule.labels
    assert one.schedule.labels != other.schedule.labels
    assert one.opaque.size != other.opaque.size
    assert one.name != other.name
    bare = filler.make(thing, Choice("bare"))
    assert (bare.schedule.note, bare.schedule.labels) == ("", {})


def test_a_project_that_fails_to_make_an_object_is_told(filler_of: Fillers) -> None:
    def own(class_: Any, number: int) -> Any:
        raise KeyError(class_.__name__)

    filler, thing = filler_of(OPAQUE, own)
    with pytest.raises(CannotFillError, match=r"^make_object fails for \S+Thing: KeyError: 'Thing'$"):
        filler.make(thing, Choice())


@pytest.mark.parametrize("parameters", ["class_, number", "class_"])
def test_a_project_names_its_own_objects_in_its_factories(parameters: str, watched: Callable[..., Any]) -> None:
    """Without them there is no object of the type, and the strategy is not tried."""
    files = {
        "cron.py": """
            class Cron:
                def __init__(self, text: str) -> None:
                    fields = text.split(" ")
                    if len(fields) != 6 or fields[5] != "UTC":
                        raise ValueError(f"no schedule: {text}")
                    self.text = text

                def __eq__(self, other: object) -> bool:
                    return isinstance(other, Cron) and other.text == self.text
        """,
        "server.py": """
            from dataclasses import dataclass, field
            from typing import Protocol

            class Clock(Protocol):
                def now(self) -> int: ...

            @dataclass
            class Meta:
                name: str = ""
                generation: int = 0

            @dataclass
            class Spec:
                clock: Clock
                cron: str

                def __post_init__(self) -> None:
                    from cron import Cron

                    Cron(self.cron)

            @dataclass
            class Status:
                phase: str = ""

            @dataclass
            class Job:
                metadata: Meta
                spec: Spec
                status: Status

            class JobStrategy:
                def prepare_for_create(self, ctx, obj: Job) -> None:
                    obj.metadata.generation = 1

                def prepare_for_update(self, ctx, obj: Job, old: Job) -> None:
                    obj.status = old.status
                    if obj.spec != old.spec:
                        obj.metadata.generation = old.metadata.generation + 1
        """,
        "testing.py": f"""
            from server import Spec

            class Clock:
                def now(self) -> int:
                    return 7

                def __eq__(self, other: object) -> bool:
                    return isinstance(other, Clock)

            def make_object({parameters}):
                return Spec(Clock(), "* * * * * UTC") if class_ is Spec else None
        """,
    }
    without = watched(files, status=2)
    assert [item["reason"] for item in without["unexercised"]] == ["server.Clock is a protocol"]
    report = watched(files, config='factories = "testing"\n', status=1)
    assert {item["rule"] for item in report["findings"]} == {"status-not-wiped-on-create"}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_an_object_can_be_spelled_out(name: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(DECLARATIONS[name])
    for choice in (Choice(), Choice("bare")):
        made = filler.make(thing, choice)
        assert not differing(leaves(spelled_again(made)), leaves(made))


@pytest.mark.parametrize("annotation", VALUES)
def test_a_value_can_be_spelled_out(annotation: str, filler_of: Fillers) -> None:
    filler, thing = filler_of(f"{KINDS}\n    @dataclass\n    class Thing:\n        value: {annotation}\n")
    made = filler.make(thing, Choice())
    assert not differing(leaves(spelled_again(made)), leaves(made))


def spelled_again(value: object) -> Any:
    source_code = SourceCode()
    piece = source_code.of(value)
    names: dict[str, Any] = {}
    exec("\n".join(source_code.imports()), names)
    return eval(piece if isinstance(piece, str) else piece.flat(), names)


GATED = """
    from dataclasses import dataclass, field
    from typing import Annotated

    class FeatureGate:
        def __init__(self, name: str) -> None:
            self.name = name

    GATES = {{"Turbo": False}}

    def enabled(gate: str) -> bool:
        return GATES[gate]

    @dataclass
    class Meta:
        name: str = ""

    @dataclass
    class Spec:
        fast: Annotated[bool, FeatureGate("Turbo")] = False
        name: str = ""

    @dataclass
    class Car:
        metadata: Meta
        spec: Spec

    class CarStrategy:
        def prepare_for_create(self, ctx, obj: Car) -> None:
            if not enabled("Turbo"):
                obj.spec.fast = False

        def prepare_for_update(self, ctx, obj: Car, old: Car) -> None:
            if not enabled("Turbo"){in_use}:
                obj.spec.fast = False
"""


@pytest.mark.parametrize(
    ("in_use", "broken"),
    [
        (" and not old.spec.fast", set()),
        ("", {"gated-field-dropped-in-use"}),
        (" and old.spec.fast", {"gated-field-dropped-in-use", "gated-field-not-dropped"}),
    ],
)
def test_a_gated_boolean_is_used_where_it_is_true(in_use: str, broken: set[str], watched: Callable[..., Any]) -> None:
    report = watched({"cars.py": GATED.format(in_use=in_use)})
    assert {item["rule"] for item in report["findings"]} == broken
    judged = {item["rule"]: item["verdict"] for item in report["verdicts"] if item["rule"].startswith("gated")}
    assert set(judged) == {"gated-field-not-dropped", "gated-field-dropped-in-use", "gated-field-dropped-when-enabled"}
    assert judged["gated-field-dropped-when-enabled"] == "holds"


@pytest.mark.parametrize("total", ["", ", total=False"])
def test_a_bare_dict_has_what_must_be_there(filler_of: Fillers, total: str) -> None:
    filler, thing = filler_of(f"""
        class Named(TypedDict{total}):
            name: Required[str]
            labels: NotRequired[Dict[str, str]]
            uid: str

        class Meta(Named):
            note: NotRequired[str]

        class Thing(TypedDict, total=False):
            metadata: Meta
            size: NotRequired[int]
            parts: List[Meta]
    """)
    bare = filler.make(thing, Choice("bare"))
    assert list(bare) == ["metadata", "size", "parts"]
    assert list(bare["metadata"]) == (["name"] if total else ["name", "uid"])
    full = filler.make(thing, Choice("full"))
    assert list(full["metadata"]) == ["name", "labels", "uid", "note"]
