"""Calls deep inside each other find room that is there already."""

from __future__ import annotations

import sys

import pytest

from apivet.effects.deep_calls import with_room

resource = pytest.importorskip("resource", reason="counts pages of memory, as Unix does")


def _deep(depth: int) -> int:
    return depth and _deep(depth - 1)


def _in_and_out() -> None:
    """Calls that end at every depth, so that some of them cross the end of a piece of memory, whichever it is."""
    for _ in range(20):
        for depth in range(400):
            _deep(depth)


def _pages(work: object) -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()  # type: ignore[operator]
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="frames lie in pieces from 3.11 on")
def test_deep_calls_ask_for_no_memory_again_and_again() -> None:
    assert _pages(with_room(_in_and_out)) < 500 < _pages(_in_and_out)


def test_a_function_with_room_is_the_same_to_its_callers() -> None:
    assert with_room(_deep)(depth=3) == 0
    assert with_room(_deep).__name__ == "_deep"
    with pytest.raises(TypeError):
        with_room(_deep)()  # type: ignore[call-arg]
