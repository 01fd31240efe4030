"""Conversions that hand over all fields at once: what both sides have is carried, unless something takes it out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conventions.test_conversions import judged, lost

from apivet.conventions import conversions
from apivet.verdicts import Verdict

IMPORTS = """
import dataclasses
import cattr
import cattrs
import msgspec
import pydantic


"""
PLAIN = f"""{IMPORTS}
@dataclasses.dataclass(slots=True)
class V1Lamp:
    height: int = 3
    colour: str = "white"
    posts: dict[str, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Lamp:
    height: int = 4
    colour: str = "white"
    posts: dict[str, int] = dataclasses.field(default_factory=dict)


"""
MODELS = f"""{IMPORTS}
class V1Lamp(pydantic.BaseModel):
    height: int = 3
    colour: str = "white"
    posts: dict[str, int] = {{}}


class Lamp(pydantic.BaseModel):
    height: int = 4
    colour: str = "white"
    posts: dict[str, int] = {{}}


"""


def losses(root: Path, types: str, body: str) -> list[str | None] | None:
    """The fields that a conversion with this body loses; ``None`` where that is not known for all."""
    source = types + f"def convert_v1_lamp_to_lamp(src: V1Lamp) -> Lamp:\n    {body}\n"
    findings, rows = judged(root, {"lamps.py": source}, "lamps.py")
    unknown = [row for row in rows if row.rule == conversions.DROPS and row.verdict is Verdict.UNPROVEN]
    return None if unknown else lost(findings)


@pytest.mark.parametrize(
    "body",
    [
        "return Lamp(**dataclasses.asdict(src))",
        "return Lamp(*dataclasses.astuple(src))",
        "return Lamp(**dict(zip(('height', 'colour', 'posts'), dataclasses.astuple(src))))",
        "return Lamp(**{name: getattr(src, name) for name in src.__slots__})",
        "return msgspec.convert(msgspec.to_builtins(src), Lamp)",
        "return msgspec.convert(src, Lamp, from_attributes=True)",
        "return cattrs.structure(cattrs.unstructure(src), Lamp)",
        "return cattr.structure(cattr.unstructure(src), Lamp)",
        "return cattrs.global_converter.structure(cattrs.global_converter.unstructure(src), Lamp)",
    ],
)
def test_all_fields_at_once_are_carried(tmp_path: Path, body: str) -> None:
    assert losses(tmp_path, PLAIN, body) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ("return Lamp(*dataclasses.astuple(src)[:2])", "posts"),
        ("height, colour, _ = dataclasses.astuple(src); return Lamp(height, colour)", "posts"),
        ("return Lamp(**{name: getattr(src, name) for name in src.__slots__ if name != 'colour'})", "colour"),
        ("kept = msgspec.to_builtins(src); del kept['height']; return msgspec.convert(kept, Lamp)", "height"),
    ],
)
def test_what_is_taken_out_of_them_is_lost(tmp_path: Path, body: str, field: str) -> None:
    assert losses(tmp_path, PLAIN, body) == [field]


def test_a_converter_of_ones_own_may_do_anything(tmp_path: Path) -> None:
    body = "own = cattrs.Converter(); return own.structure(own.unstructure(src), Lamp)"
    assert losses(tmp_path, PLAIN, body) is None


def test_a_value_that_is_the_default_of_one_side_only_is_lost_with_the_defaults(tmp_path: Path) -> None:
    body = "return Lamp.model_validate(src.model_dump(exclude_defaults=True))"
    assert losses(tmp_path, MODELS, body) == ["height"]
    assert losses(tmp_path, MODELS.replace("= 4", "= 3"), body) == []


@pytest.mark.parametrize(
    ("given", "lost_field"),
    [
        ("list(src.posts)", None),
        ("sorted(src.posts)", None),
        ("[key for key in src.posts]", None),
        ("['oak']", "posts"),
    ],
)
def test_a_mapping_may_become_a_list_of_its_keys(tmp_path: Path, given: str, lost_field: str | None) -> None:
    before, middle, after = PLAIN.partition("class Lamp:")
    listed = before + middle + after.replace("dict[str, int]", "list[str]").replace("=dict", "=list")
    body = f"return Lamp(src.height, src.colour, {given})"
    assert losses(tmp_path, listed, body) == ([] if lost_field is None else [lost_field])


EACH = "for each in ('height', 'colour', 'posts'): setattr(dst, each, getattr(src, each))"


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        # A handler has seen what was wrong with a value; what comes whether or not anything was raised has not.
        (["try:", f"    {EACH}", "finally:", "    dst.colour = 'grey'"], ["colour"]),
        (["try:", f"    {EACH}", "finally:", "    dst.posts = dict(src.posts)"], []),
        ([EACH, "try:", "    dst.height = int(src.colour)", "except ValueError:", "    dst.height = 9"], ["height"]),
        (["dst.colour, dst.posts = src.colour, src.posts", "try:", "    dst.height = int(src.height)",
          "except ValueError:", "    dst.height = 9"], []),
        # A name that is taken out of a copy.
        ([EACH, "kept = dict(src.posts)", "kept.pop('north', None)", "dst.posts = kept"], ["posts"]),
        ([EACH, "kept = dict(src.posts)", "del kept['north']", "dst.posts = kept"], ["posts"]),
        ([EACH, "kept = {**src.posts}", "if 'north' in kept:", "    del kept['north']", "dst.posts = kept"], ["posts"]),
        ([EACH, "kept = dict(src.posts)", "dst.height = kept.pop('north', 0)", "dst.posts = kept"], ["height"]),
        ([EACH, "kept = dict(src.posts)", "kept['top'] = kept.pop('north', 0)", "dst.posts = kept"], []),
        ([EACH, "kept = dict(src.posts)", "kept['north'] = kept.pop('north', 0)", "dst.posts = kept"], []),
    ],
)  # fmt: skip
def test_values_that_are_overwritten_or_taken_out_are_lost(tmp_path: Path, lines: list[str], fields: list[str]) -> None:
    body = "\n    ".join(["dst = Lamp()", *lines, "return dst"])
    assert losses(tmp_path, PLAIN, body) == fields


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("dataclasses.asdict(src) if src.height else {'height': 1}", ["colour", "posts"]),
        ("{'height': 1} if src.height else dataclasses.asdict(src)", ["colour", "posts"]),
        ("dataclasses.asdict(src) if src.height else {**dataclasses.asdict(src), 'height': 0}", []),
        ("dataclasses.asdict(src) if src.height else {'colour': src.colour, 'posts': src.posts}", []),
        ("{'height': src.height, 'posts': src.posts} if src.posts else {'height': src.height}", ["colour"]),
    ],
)
def test_fields_that_one_of_two_mappings_leaves_out_are_lost_there(
    tmp_path: Path, given: str, found: list[str]
) -> None:
    assert losses(tmp_path, PLAIN.replace("(slots=True)", ""), f"return Lamp(**({given}))") == found


def test_the_fields_of_one_element_are_not_those_of_all(tmp_path: Path) -> None:
    row = "@dataclasses.dataclass\nclass V1Row:\n    lamps: list[V1Lamp]\n\n\n@dataclasses.dataclass\nclass Row:\n    lamps: list[Lamp]\n\n\n"
    for given, found in (("src.lamps[0]", False), ("each", True)):
        body = f"return Row([Lamp(**dataclasses.asdict({given})) for each in src.lamps])"
        source = f"{PLAIN}{row}def convert_v1_row_to_row(src: V1Row) -> Row:\n    {body}\n"
        findings, _ = judged(tmp_path, {"rows.py": source}, "rows.py")
        assert (lost(findings) == []) is found
