"""Histories of one object, and whether some order of their calls explains what each of them returned.

A history is *linearizable* where every call can be taken to have happened at one moment between its start and its end
(Herlihy and Wing, 1990). The search is that of Wing and Gong: of the calls that may come next, each is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Union

from msgspec import Struct

#: The object's marks; ``None`` where it is not there.
State = Union[frozenset[str], None]


class HistoryCall(Struct, frozen=True):
    """One call on the object: from ``start`` to ``end``, on a clock that all callers share.

    ``mark`` is what a create or an update adds. ``seen`` are the marks of what it returned; ``outcome`` is how else it
    ended: the object was there already, was not there, or somebody else wrote (then it did nothing)."""

    kind: Literal["create", "update", "delete", "get"]
    mark: str
    start: int
    end: int
    outcome: Literal["done", "exists", "missing", "conflict", "unknown"]
    seen: frozenset[str] = frozenset()

    def __str__(self) -> str:
        what = self.kind + (f" of {self.mark!r}" if self.mark else "")
        return f"{what}: {sorted(self.seen) if self.outcome == 'done' else self.outcome}"


def is_linearizable(calls: Sequence[HistoryCall], state: State) -> bool:
    """Whether the calls can have happened one after the other, beginning with that state."""
    return _explained(frozenset(call for call in calls if call.outcome != "conflict"), state, set())


def _explained(left: frozenset[HistoryCall], state: State, failed: set[tuple[frozenset[HistoryCall], State]]) -> bool:
    if all(call.outcome == "unknown" for call in left):
        return True
    if (left, state) in failed:
        return False
    first_end = min(call.end for call in left if call.outcome != "unknown")  # that may still happen at any time
    for call in left:
        if call.start <= first_end:
            rest = left - {call}
            if any(_explained(rest, after, failed) for after in _after(call, state)):
                return True
    failed.add((left, state))
    return False


def _after(call: HistoryCall, state: State) -> list[State]:
    """The states that the call may leave behind; none where it can't have returned what it did."""
    done = _done(call, state)
    if call.outcome == "unknown":  # it may have happened, or not
        return [state, *([] if done is _IMPOSSIBLE else [done])]  # type: ignore[list-item]
    if call.outcome == "exists":
        return [state] if state is not None else []
    if call.outcome == "missing":
        return [state] if state is None else []
    if done is _IMPOSSIBLE:
        return []
    expected = state if call.kind in ("get", "delete") else done
    return [done] if call.seen == expected else []  # type: ignore[list-item]


_IMPOSSIBLE = object()


def _done(call: HistoryCall, state: State) -> object:
    """The state that a call leaves which is done."""
    if call.kind == "create":
        return frozenset((call.mark,)) if state is None else _IMPOSSIBLE
    if state is None:
        return _IMPOSSIBLE
    return {"get": state, "delete": None, "update": state | {call.mark}}[call.kind]
