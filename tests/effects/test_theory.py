"""Which decisions can hold together."""

from __future__ import annotations

import itertools

import pytest

from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    EARLIER,
    LAST,
    Constant,
    Decision,
    Exists,
    GateOn,
    Input,
    IsA,
    IsNone,
    Member,
    Same,
    Truthy,
)

SPEC = Input("old", ("spec",))
REPLICAS = SPEC.child("replicas")
NEW_SPEC = Input("obj", ("spec",))
ITEMS = SPEC.child("items")
PHASE = Input("obj", ("status", "phase"))
ON, ALIAS, OFF = (
    Member("Switch", name, Constant.of(worth)) for name, worth in (("ON", "on"), ("LIT", "on"), ("OFF", "off"))
)

CONTRADICTIONS: list[tuple[str, list[tuple[Decision, bool]]]] = [
    ("a gate both on and off", [(GateOn("A"), True), (GateOn("A"), False)]),
    ("None and true", [(IsNone(REPLICAS), True), (Truthy(REPLICAS), True)]),
    ("None and a part of it true", [(IsNone(SPEC), True), (Truthy(REPLICAS), True)]),
    ("None with a part that is not None", [(IsNone(SPEC), True), (IsNone(REPLICAS), False)]),
    ("None and of a type", [(IsNone(SPEC), True), (IsA(SPEC, "Spec"), True)]),
    ("None with elements", [(IsNone(ITEMS), True), (Exists(ITEMS, LAST), True)]),
    ("an earlier element without a last", [(Exists(ITEMS, LAST), False), (Exists(ITEMS, EARLIER), True)]),
    ("a true list without elements", [(Truthy(ITEMS), True), (Exists(ITEMS, LAST), False)]),
    ("an empty list with elements", [(Truthy(ITEMS), False), (Exists(ITEMS, LAST), True)]),
    ("one value, two constants", [(Same(PHASE, Constant.of("A")), True), (Same(PHASE, Constant.of("B")), True)]),
    ("1, and not 1.0", [(Same(REPLICAS, Constant.of(1)), True), (Same(REPLICAS, Constant.of(1.0)), False)]),
    ("two members of an enum", [(Same(PHASE, ON), True), (Same(PHASE, OFF), True)]),
    ("a member, and not its other name", [(Same(PHASE, ON), True), (Same(PHASE, ALIAS), False)]),
    ("None, and equal to a constant", [(IsNone(PHASE), True), (Same(PHASE, Constant.of("A")), True)]),
    ("empty, and equal to a text", [(Truthy(PHASE), False), (Same(PHASE, Constant.of("A")), True)]),
    (
        "equal wholes with different parts",
        [(Same(NEW_SPEC, SPEC), True), (Same(NEW_SPEC.child("replicas"), REPLICAS), False)],
    ),
    (
        "equal wholes, and a part that is None in one of them only",
        [(Same(NEW_SPEC, SPEC), True), (IsNone(REPLICAS), True), (IsNone(NEW_SPEC.child("replicas")), False)],
    ),
]

CONSISTENT: list[tuple[str, list[tuple[Decision, bool]]]] = [
    ("1 and true", [(Same(REPLICAS, Constant.of(1)), True), (Same(REPLICAS, Constant.of(True)), True)]),
    ("two names of a member", [(Same(PHASE, ON), True), (Same(PHASE, ALIAS), True)]),
    ("a member and a text that may be it", [(Same(PHASE, ON), True), (Same(PHASE, Constant.of("on")), True)]),
    ("a member, and not a text", [(Same(PHASE, ON), True), (Same(PHASE, Constant.of("on")), False)]),
    ("members of two enums", [(Same(PHASE, ON), True), (Same(PHASE, Member("Lamp", "ON", None)), True)]),
    ("two gates", [(GateOn("A"), True), (GateOn("B"), False)]),
    ("not None and empty", [(IsNone(REPLICAS), False), (Truthy(REPLICAS), False)]),
    (
        "different wholes with an equal part",
        [(Same(NEW_SPEC, SPEC), False), (Same(NEW_SPEC.child("a"), SPEC.child("a")), True)],
    ),
    ("two elements", [(Exists(ITEMS, LAST), True), (Exists(ITEMS, EARLIER), True), (Truthy(ITEMS), True)]),
    ("other objects' parts", [(IsNone(SPEC), True), (IsNone(NEW_SPEC.child("replicas")), False)]),
    ("unequal to two constants", [(Same(PHASE, Constant.of("A")), False), (Same(PHASE, Constant.of("B")), False)]),
]


@pytest.mark.parametrize("taken", [taken for _, taken in CONTRADICTIONS], ids=[name for name, _ in CONTRADICTIONS])
def test_it_is_refused_in_any_order(taken: list[tuple[Decision, bool]]) -> None:
    for order in itertools.permutations(taken):
        assumptions = Assumptions()
        assert not all(assumptions.assume(decision, answer) for decision, answer in order)


@pytest.mark.parametrize("taken", [taken for _, taken in CONSISTENT], ids=[name for name, _ in CONSISTENT])
def test_it_is_accepted_in_any_order(taken: list[tuple[Decision, bool]]) -> None:
    for order in itertools.permutations(taken):
        assumptions = Assumptions()
        assert all(assumptions.assume(decision, answer) for decision, answer in order)


def test_what_is_refused_is_not_added() -> None:
    assumptions = Assumptions()
    assumptions.assume(IsNone(REPLICAS), True)
    assert not assumptions.assume(Truthy(REPLICAS), True)
    assert assumptions.answers == {IsNone(REPLICAS): True}


def test_a_copy_is_extended_on_its_own() -> None:
    assumptions = Assumptions()
    assumptions.assume(GateOn("A"), True)
    copy = assumptions.copy()
    copy.assume(GateOn("B"), True)
    assert GateOn("B") not in assumptions.answers


def test_a_copy_knows_what_was_taken_for_equal() -> None:
    assumptions = Assumptions()
    assumptions.take(Same(SPEC, NEW_SPEC), True)
    copy = assumptions.copy()
    assert copy.assume(IsNone(REPLICAS), True)
    assert not copy.assume(IsNone(NEW_SPEC.child("replicas")), False)
