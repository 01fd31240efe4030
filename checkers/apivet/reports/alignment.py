"""Two lists of names side by side, as in a diff: what is in both stands on one line, as far as the order allows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

#: A name's positions in the two lists; ``None`` where it is not, or stands out of order.
Line = tuple["int | None", "int | None"]


def aligned(here: Sequence[str], there: Sequence[str]) -> list[Line]:
    """The lines of a diff of two lists that hold each name once. Of names in another order as many as possible keep
    their line; each other one has two: one where it stands here, one where it stands there."""
    position = {name: index for index, name in enumerate(there)}
    common = [(index, position[name]) for index, name in enumerate(here) if name in position]
    lines: list[Line] = []
    left = right = 0
    for one, other in (*_longest_rising(common), (len(here), len(there))):
        lines += [(index, None) for index in range(left, one)]
        lines += [(None, index) for index in range(right, other)]
        if one < len(here):
            lines.append((one, other))
        left, right = one + 1, other + 1
    return lines


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, not necessarily neighbours, in which both numbers rise (patience sorting)."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        place = bisect_left(ends, value)
        before.append(last[place - 1] if place else -1)
        ends[place : place + 1] = [value]
        last[place : place + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]
