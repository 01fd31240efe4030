"""Dataclasses survive the way to JSON and back; anything else is refused."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Confidence, Finding, Judgement, Location, Verdict, WitnessStep


class Colour(enum.Enum):
    RED = "red"


@dataclass(frozen=True)
class Leaf:
    name: str
    weight: float | None = None


@dataclass(frozen=True)
class Tree:
    leaf: Leaf | None
    children: tuple[Tree, ...] = ()
    words: frozenset[str] = frozenset()
    colours: tuple[Colour, int] = (Colour.RED, 1)


def there_and_back(value: Any) -> Any:
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


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        {},
        [],
        [None],
        [None, [], [], ["red", 1], "more"],
        [["a"], [], [], ["red", 1]],
        [["a", "heavy"], [], [], ["red", 1]],
        [None, "children", [], ["red", 1]],
        [None, [], [1], ["red", 1]],
        [None, [], [], ["green", 1]],
        [None, [], [], ["red", True]],
        [None, [], [], ["red"]],
    ],
)
def test_what_does_not_fit_is_refused(data: Any) -> None:
    with pytest.raises(MismatchError):
        decode(Tree, data)


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(MismatchError, match="object has no plain form"):
        encode(object())
