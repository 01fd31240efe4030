"""Iterators that run code and are asked for some of their elements: what each round leaves may be what stays. Hooks are
executed, and judged from their source."""

from __future__ import annotations

import textwrap
from itertools import product
from typing import Final

import pytest
from hook_pieces import PRELUDE
from test_differential import judged
from watched_hooks import MAIN, Watch

from apivet.verdicts import Verdict

HEAD: Final = """
import itertools


def first_of(rounds):
    for each in rounds:
        return each


"""
KEY: Final = (MAIN, "status-not-kept-on-update", "status")
#: Ways to leave something behind in a round, each with the way to store it afterwards.
LEAVING: Final = {
    "variable": ("last = old.status", "nonlocal last\n    last = each", "obj.status = last"),
    "place": ("row = [old.status]", "row[0] = each", "obj.status = row[0]"),
    "element": ("row = [old.status]", "row.append(each)", "obj.status = row[-1]"),
    "key": ("row = {'last': old.status}", "row['last'] = each", "obj.status = row['last']"),
    "field": ("obj.status = old.status", "obj.status = each", ""),
}
#: Ways to ask for elements, by what the code that makes them gives: those of the first group stop at the first one.
STOPPING: Final = (
    ("any(map(leave, {}))", True),
    ("any(leave(each) for each in {})", True),
    ("all(map(leave, {}))", False),
    ("all(leave(each) for each in {})", None),
    ("next(filter(leave, {}))", True),
    ("next(leave(each) for each in {})", 0),
    ("True in map(leave, {})", True),
    ("dict(zip('a', map(leave, {})))", 3),
    ("list(zip('a', (leave(each) for each in {})))", 3),
    ("list(itertools.takewhile(leave, {}))", False),
    ("list(itertools.islice(map(leave, {}), 1))", 1),
    ("first_of(map(leave, {}))", 1),
)
GOING_ON: Final = (
    ("any(map(leave, {}))", False),
    ("all(leave(each) for each in {})", True),
    ("list(map(leave, {}))", False),
    ("sum(leave(each) for each in {})", 1),
)


def _source(leaving: str, asking: str, given: object, rounds: str) -> str:
    before, within, after = LEAVING[leaving]
    lines = f"sent = obj.status\n{before}\ndef leave(each):\n    {within}\n    return {given!r}\n{asking.format(rounds)}\n{after}"
    body = textwrap.indent(lines, "        ")
    return f"{PRELUDE}{HEAD}class {MAIN}:\n    def prepare_for_update(self, ctx, obj: Widget, old: Widget):\n{body}\n"


@pytest.mark.parametrize(("leaving", "asking"), [*product(LEAVING, STOPPING)])
def test_what_the_first_round_leaves_is_not_overlooked(leaving: str, asking: tuple[str, object]) -> None:
    source = _source(leaving, *asking, "(sent, old.status)")
    assert KEY in Watch(source).watch(), "the first round is the last one"
    assert judged(source)[KEY] is not Verdict.HOLDS


@pytest.mark.parametrize(("leaving", "asking"), [*product(("variable", "field"), STOPPING)])
def test_what_later_rounds_would_leave_is_not_said_to_be_stored(leaving: str, asking: tuple[str, object]) -> None:
    source = _source(leaving, *asking, "(old.status, sent)")
    assert KEY not in Watch(source).watch(), "the first round is not the last one"
    assert judged(source)[KEY] is not Verdict.VIOLATED


@pytest.mark.parametrize(("leaving", "asking"), [*product(LEAVING, GOING_ON)])
def test_what_the_last_round_leaves_is_not_overlooked(leaving: str, asking: tuple[str, object]) -> None:
    source = _source(leaving, *asking, "(old.status, sent)")
    assert KEY in Watch(source).watch(), "not all rounds are run"
    assert judged(source)[KEY] is not Verdict.HOLDS
