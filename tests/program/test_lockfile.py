"""A baseline says the same after it was written down and read again."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from apivet.program.baseline import Baseline, EarlierType
from apivet.program.lockfile import LockError, lock_lines, lock_text, read_lock

_WORDS = st.from_regex(r"[A-Za-z_][a-z0-9_]{0,5}", fullmatch=True)
_DOTTED = st.lists(_WORDS, min_size=1, max_size=4).map(".".join)
_NAMES = st.one_of(_WORDS, st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
_SPELLED = st.one_of(
    st.sampled_from(["int", "str | None", "list[a.B]", "Literal['a: b', \"=\"]", "?"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=8),
)
_TYPES = st.builds(
    EarlierType, _DOTTED, st.dictionaries(_NAMES, _SPELLED, max_size=4), st.lists(_DOTTED, max_size=2).map(tuple)
)
BASELINES = st.builds(
    lambda types, aliases: Baseline("x", types, {name: to for name, to in aliases.items() if name not in types}),
    st.lists(_TYPES, max_size=6),
    st.dictionaries(_DOTTED, _DOTTED, max_size=2),
)


@given(BASELINES)
def test_what_is_written_is_read(baseline: Baseline) -> None:
    read = read_lock(lock_text(baseline).encode(), "x")

    assert read.types == baseline.types
    assert lock_lines(read) == lock_lines(baseline)
    assert lock_text(read) == lock_text(baseline)


@given(BASELINES, st.randoms(use_true_random=False))
def test_the_order_of_lines_says_nothing(baseline: Baseline, chance: random.Random) -> None:
    lines = lock_lines(baseline)
    chance.shuffle(lines)
    read = read_lock("\n".join(["apivet-lock 1", *lines]).encode(), "x")

    assert read.digest == read_lock(lock_text(baseline).encode(), "x").digest


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for text in (data, b"apivet-lock 1\n" + data):
        refusal = _refusal(text)
        assert refusal is None or "\n" not in str(refusal)
        assert refusal is None or 0 <= refusal.line <= text.count(b"\n") + 1


def _refusal(text: bytes) -> LockError | None:
    try:
        read_lock(text, "x")
    except LockError as error:
        return error
    return None
