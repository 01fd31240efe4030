"""Two objects that are gone through together differ where their leaves do."""

from __future__ import annotations

import datetime
import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apivet.blackbox.objects.access import ABSENT, same
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.emptiness import is_empty, is_zero
from apivet.blackbox.objects.snapshots import Snapshot, are_alike, differing, leaves_of


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclass
class Port:
    name: Any = ""
    number: Any = 0


@attrs.define
class Probe:
    path: Any = None
    ports: Any = ()


class Span(NamedTuple):
    first: Any
    last: Any


class Plain:
    """Declared by nothing but what is put into it."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)


@dataclass
class Empty:
    """Nothing to see."""


@dataclass
class Holder:
    spec: Any = None
    status: Any = None
    labels: dict[str, str] = field(default_factory=dict)


_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from([0.0, 1.0, float("nan"), "", "a", b"", b"a", Mode.FAST, Mode.SLOW, frozenset(), frozenset({1})]),
    st.just(datetime.datetime(2024, 1, 1)),
    st.builds(Empty),
)
_KEYS = st.sampled_from(["a", "b", "x/y", "number", 1])


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=2).map(tuple),
        st.dictionaries(_KEYS, inner, max_size=3),
        st.builds(Port, inner, inner),
        st.builds(Probe, inner, inner),
        st.builds(Span, inner, inner),
        st.builds(lambda number: Plain(number=number), inner),
        st.builds(lambda name: Plain(name=name), inner),
    )


_VALUES = st.recursive(_LEAVES, _deeper, max_leaves=12)


@given(_VALUES, _VALUES)
def test_the_paths_are_those_at_which_leaves_differ(one: Any, other: Any) -> None:
    mine, its = Snapshot(Holder(one)), Snapshot(Holder(other))
    expected = differing(mine.leaves("spec"), its.leaves("spec"))
    found = mine.differing(its, "spec")
    assert sorted(found) == sorted(expected)
    assert mine.first_difference(its, "spec") == (found[0] if found else None)
    assert are_alike(one, other) == (not expected)
    for path, values in mine.differences(its, "spec").items():
        leaves = (side.leaves("spec").get(path, ABSENT) for side in (mine, its))
        assert all(map(same, values, leaves))


@given(_VALUES)
def test_a_value_is_empty_that_has_no_leaf_that_says_anything(value: Any) -> None:
    assert is_empty(value) == (is_zero(value) or all(map(is_zero, leaves_of(value).values())))


def test_a_list_of_itself_says_nothing() -> None:
    around: list[Any] = [None]
    around += [around, around]
    assert is_empty(around)
    assert not is_empty([around, "keel"])


@given(_VALUES)
def test_a_copy_differs_in_nothing_and_shares_nothing(value: Any) -> None:
    again = copied(value)
    assert Snapshot(value).differing(Snapshot(again), "") == []
    assert not {id(part) for part in _changeable(value)} & {id(part) for part in _changeable(again)}


def _changeable(value: Any) -> list[Any]:
    """The parts of a value that somebody could write to."""
    if isinstance(value, (list, tuple)):
        inner = list(value)
    elif isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, (Port, Probe, Plain, Holder)):
        inner = [getattr(value, name) for name in dir(value) if not name.startswith("_")]
    else:
        return []
    own = [] if isinstance(value, tuple) else [value]
    return own + [part for item in inner for part in _changeable(item)]


def test_where_parts_are_missing_the_others_are_named() -> None:
    one, other = Snapshot(Holder({"a": 1, "b": [1, 2]})), Snapshot(Holder({"a": 1, "b": [1]}))
    assert one.differing(other, "spec") == ["spec.b[1]"]
    assert one.differing(other, "status") == []
    assert one.differing(other, "nothing.of_that_name") == []
    assert Snapshot(Holder(labels={"app": "x"})).differing(Snapshot(Holder()), "labels") == ["labels.app", "labels"]


@pytest.mark.parametrize("turns", [1, 2])
def test_objects_that_hold_themselves_have_an_end(turns: int) -> None:
    one, other = Holder(), Holder()
    for holder in (one, other):
        holder.spec = [holder] * turns
    assert Snapshot(one).differing(Snapshot(other), "spec") == []
    other.labels["a"] = "b"
    assert any(path.endswith(".labels.a") for path in Snapshot(one).differing(Snapshot(other), "spec"))


def test_an_object_made_around_its_constructor_is_copied_too() -> None:
    halves = [object.__new__(Port), Port("http", 80)]
    del halves[1].number
    for half in halves:
        half.number = {"a": []}
        again = copied(Holder(half)).spec
        assert again.number == {"a": []}
        assert again.number is not half.number
