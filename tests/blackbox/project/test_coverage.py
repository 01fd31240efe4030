"""Lines, and parts of them, that ran: each function is called, and what is said never to have run is just that."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import types
from collections.abc import Iterable
from typing import Any

import pytest

from apivet.blackbox.project.coverage import Coverage

#: A function of ``kept``, the line of which a part never runs where ``kept`` is false (0: none), and where it is both.
FORMS: dict[str, tuple[str, int]] = {
    "either": ("def f(kept):\n    return 'sent' if kept else ''", 2),
    "and": ("def f(kept):\n    found = kept and str(kept)\n    return found", 2),
    "or": ("def f(kept):\n    found = not kept or str(kept)\n    return found", 2),
    "on one line": ("def f(kept):\n    found = ''\n    if kept: found = 'sent'\n    return found", 3),
    "filtered": ("def f(kept):\n    return [each for each in (1, 2) if kept]", 2),
    "chained": ("def f(kept):\n    low = 0 < kept < 2\n    return low", 2),
    "in a lambda": ("def f(kept):\n    made = lambda: 'sent' if kept else ''\n    return made()", 2),
    "awaited": ("async def f(kept):\n    return await other() if kept else ''\n\nasync def other(): return 1", 2),
    "of a match": ("def f(kept):\n    match kept:\n        case int() if kept: return 'sent'\n    return ''", 3),
    "whole lines": ("def f(kept):\n    if kept:\n        return 'sent'\n    return ''", 0),
    "before a refusal": ("def f(kept):\n    if kept: return 'sent'\n    raise KeyError", 2),
    "refused": ("def f(kept):\n    assert kept < 9, 'never'\n    if kept > 7: raise ValueError\n    return 1", 0),
    "in the end": ("def f(kept):\n    try:\n        found = 1\n    finally: found = 2\n    return found", 0),
    "closing": ("def f(kept):\n    with open_(): found = 1 if 1 else 2\n    return found", 0),
    "nobody asks": ("def f(kept):\n    return str(kept) + 'x'", 0),
}
has_parts = pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 tells no columns of instructions")


def _never_ran(text: str, calls: Iterable[int]) -> set[tuple[int, bool]]:
    names: dict[str, Any] = {"open_": contextlib.nullcontext, "suppress": contextlib.suppress}
    exec(compile(text, "quays.py", "exec"), names)
    function: types.FunctionType = names["f"]
    coverage = Coverage([function])
    try:
        for kept in calls:
            with coverage.noting(), contextlib.suppress(KeyError):
                result = function(kept)
                if asyncio.iscoroutine(result):
                    asyncio.run(result)
        return {(each.first, each.is_part) for each in coverage.never_ran([function])}
    finally:
        coverage.close()


@has_parts
@pytest.mark.parametrize("form", FORMS)
def test_a_part_of_a_line_that_never_ran_is_told(form: str) -> None:
    text, line = FORMS[form]
    found = _never_ran(text, (0, 0))
    assert {each for each, is_part in found if is_part} == ({line} if line else set())


@has_parts
@pytest.mark.parametrize("form", FORMS)
def test_of_parts_that_all_ran_nothing_is_told(form: str) -> None:
    assert _never_ran(FORMS[form][0], (0, 1, 2, 0)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "def f(kept):\n    def g(): g()\n    with suppress(RecursionError): g()\n    kept += 1\n    return kept",
        "def f(kept):\n    import sys\n    sys.settrace(None)\n    return g(kept)\ndef g(kept):\n    return kept",
    ],
    ids=["too deep", "ended"],
)
def test_lines_that_nobody_could_hear_did_not_fail_to_run(code: str) -> None:
    assert _never_ran(code, (0, 1)) == set()
