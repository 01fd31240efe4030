"""Records survive the way to JSON and back; anything else is refused."""

from __future__ import annotations

import enum
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from apivet.records import MismatchError, decode, encode, read, write
from apivet.verdicts import Confidence, Finding, Judgement, Location, Verdict, WitnessStep


class Colour(enum.Enum):
    RED = "red"


class Leaf(Struct, frozen=True):
    name: str
    weight: float | None = None


class Tree(Struct, frozen=True):
    leaf: Leaf | None
    children: tuple[Tree, ...] = ()
    words: frozenset[str] = frozenset()
    colours: tuple[Colour, int] = (Colour.RED, 1)


def there_and_back(value: Any) -> Any:
    assert read(type(value), write(value)) == value
    return decode(type(value), json.loads(json.dumps(encode(value))))


def test_nested_and_recursive() -> None:
    tree = Tree(Leaf("a", 1.5), (Tree(None), Tree(Leaf("b"), words=frozenset("xyz"))))
    assert there_and_back(tree) == tree


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(0, 10**6)
LOCATIONS = st.builds(Location, TEXTS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
FINDINGS = st.builds(
    Finding,
    TEXTS,
    st.sampled_from(Verdict),
    LOCATIONS,
    TEXTS,
    TEXTS,
    st.none() | TEXTS,
    st.sampled_from(Confidence),
    witness=st.lists(st.builds(WitnessStep, TEXTS, NUMBERS, TEXTS)).map(tuple),
)


@given(FINDINGS)
def test_findings(finding: Finding) -> None:
    assert there_and_back(finding) == finding


def test_judgements() -> None:
    judgement = Judgement("x.Y", "boilerplate-hook", Verdict.HOLDS, "prepare_for_create")
    assert there_and_back(judgement) == judgement


RED = {"leaf": None, "children": [], "words": [], "colours": ["red", 1]}


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        [],
        {},
        {"children": []},
        {**RED, "leaf": "a"},
        {**RED, "leaf": {"name": 1}},
        {**RED, "leaf": {"name": "a", "weight": "heavy"}},
        {**RED, "children": "children"},
        {**RED, "words": [1]},
        {**RED, "colours": ["green", 1]},
        {**RED, "colours": ["red", True]},
        {**RED, "colours": ["red"]},
        {**RED, "colours": ["red", 1, 2]},
    ],
)
def test_what_does_not_fit_is_refused(data: Any) -> None:
    with pytest.raises(MismatchError):
        decode(Tree, data)
    with pytest.raises(MismatchError):
        read(Tree, json.dumps(data))


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(MismatchError, match="object"):
        encode(object())
    with pytest.raises(MismatchError, match="object"):
        write(object())


def test_bytes_of_a_path_that_are_no_utf_8_stay_what_they_are() -> None:
    leaf = Leaf("a\udc80")
    assert write(leaf).isascii()
    assert read(Leaf, write(leaf)) == leaf


@pytest.mark.parametrize("text", ['{"name": "a', '{"name": "a\\udc80", "weight": "heavy"}', "[" * 100_000])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(MismatchError):
        read(Leaf, text)
