"""Additions to calls and literals are laid out as the rest is, and comments stay with what they are about."""

from __future__ import annotations

import libcst as cst
import pytest

from apivet.fixes.edits import applied
from apivet.fixes.literals import behind
from apivet.fixes.source import Source


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(a, b)  # both\n", "f(a, b, c, d)  # both\n"),
        ("f(\n    a,\n    b,\n)\n", "f(\n    a,\n    b,\n    c,\n    d,\n)\n"),
        ("f(\n    a,\n    b\n)\n", "f(\n    a,\n    b,\n    c,\n    d\n)\n"),
        ("f(\n    a,\n    b,  # two\n)\n", "f(\n    a,\n    b,  # two\n    c,\n    d,\n)\n"),
        ("f(\n    a,\n    b  # two\n)\n", "f(\n    a,\n    b,  # two\n    c,\n    d\n)\n"),
        ("f(\r\n\ta,\r\n\tb,\t# two\r\n)\r\n", "f(\r\n\ta,\r\n\tb,\t# two\r\n\tc,\r\n\td,\r\n)\r\n"),
    ],
)
def test_arguments_are_added_behind_the_last(before: str, after: str) -> None:
    source = Source("/tree/calls.py", "calls.py", before)
    call = next(iter(source.all(cst.Call)))
    assert applied(before, behind(source, call.args[-1], call, ["c", "d"])) == after
