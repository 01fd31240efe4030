"""Two writers over two connections, as two processes of one server are: nothing is lost between them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from apivet.blackbox.limits import WRITERS_PLACES
from apivet.blackbox.storage.histories import HistoryCall, State, is_linearizable
from apivet.blackbox.storage.interleaving import OtherWriter, lines_with_calls_outside, run_interrupted
from apivet.blackbox.storage.stepping import Line
from apivet.storage.judging import broken, expect, told
from apivet.storage.subject import NotOfferedError, StorageUnderTest

Kind = Literal["create", "update", "delete"]

#: A call, and the one that comes in between. Where the first is a create, there is nothing before it.
_PAIRS: Final[tuple[tuple[Kind, Kind], ...]] = (
    ("update", "update"),
    ("create", "create"),
    ("update", "delete"),
    ("delete", "update"),
)


class _History:
    """The calls on one object, and the clock that they share."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.calls: list[HistoryCall] = []
        self._clock = itertools.count()

    def note(self, subject: StorageUnderTest, kind: Kind | Literal["get"], mark: str = "") -> None:
        """Make a call, and write down how it ended."""
        start = next(self._clock)
        outcome: Literal["done", "exists", "missing", "conflict", "unknown"] = "done"
        seen: frozenset[str] = frozenset()
        try:
            seen = frozenset(subject.marks(self._made(subject, kind, mark)))
        except subject.already_exists:
            outcome = "exists"
        except subject.not_found:
            outcome = "missing"
        except subject.conflict:
            outcome = "conflict"
        except Exception:  # too busy, say: nobody knows whether it happened
            outcome = "unknown"
        seen = frozenset(text for text in seen if text in _MARKS)
        self.calls.append(HistoryCall(kind, mark, start, next(self._clock), outcome, seen))

    def _made(self, subject: StorageUnderTest, kind: str, mark: str) -> object:
        if kind == "create":
            return subject.create(subject.mark(subject.new_object(self.name), mark))
        if kind == "update":
            return subject.update(self.name, lambda obj: subject.mark(obj, mark))
        return subject.delete(self.name) if kind == "delete" else subject.get(self.name)


#: Seconds within which a watch tells of what another connection wrote, and after which it is asked again.
_GRACE, _PAUSE = 5.0, 0.05
_FIRST, _OURS, _THEIRS = "first", "ours", "theirs"
_MARKS: Final = frozenset((_FIRST, _OURS, _THEIRS))


def check_linearizable(subject: StorageUnderTest) -> None:
    """Calls of two writers about one object over two connections, however they overlap, look as if one had
    come after the other: a check of what is stored, and the write that rests on it, are one step."""
    with _two(subject) as (ours, other, theirs):
        numbers = itertools.count()
        interrupted: set[Kind] = set()
        for one, two in _PAIRS:
            for line in _places(ours, one, f"object-{next(numbers)}"):
                interrupted.add(one)
                history, state = _prepared(ours, one, f"object-{next(numbers)}")
                run_interrupted(
                    lambda history=history, one=one: history.note(ours, one, _OURS),  # type: ignore[misc]
                    line,
                    other,
                    lambda history=history, two=two: history.note(theirs[0], two, _THEIRS),  # type: ignore[misc]
                )
                history.note(ours, "get")
                if not is_linearizable(history.calls, state):
                    place = f"line {line[1]} of {Path(line[0]).name}"
                    what = f"a call ({one}) and one that comes in between ({two}, before {place})"
                    broken(f"{what} to look as if one had come after the other", "; ".join(map(str, history.calls)))
        if interrupted != {one for one, _ in _PAIRS}:
            # In memory, say: calls between which nothing could come show nothing.
            raise NotOfferedError


def check_watched_over_two_connections(subject: StorageUnderTest) -> None:
    """A watch tells of what is written over another connection, in its order among all writes."""
    with _two(subject) as (ours, other, theirs):
        poll = ours.watch(ours.version_text(ours.create(ours.new_object("zero"))))
        ours.create(ours.new_object("one"))
        _there(other, lambda: theirs[0].create(theirs[0].new_object("two")))
        ours.update("one", lambda obj: ours.mark(obj, "changed"))
        _there(other, lambda: theirs[0].delete("two"))
        expected = [("ADDED", "one"), ("ADDED", "two"), ("MODIFIED", "one"), ("DELETED", "two")]
        seen, end = told(ours, poll()), time.monotonic() + _GRACE
        while len(seen) < len(expected) and time.monotonic() < end:
            time.sleep(_PAUSE)  # it may look for what others wrote from time to time
            seen += told(ours, poll())
        expect(seen == expected, f"the events {expected} of two connections", seen)


@contextmanager
def _two(subject: StorageUnderTest) -> Iterator[tuple[StorageUnderTest, OtherWriter, list[StorageUnderTest]]]:
    """The subject, another writer's thread, and the second connection, which is made and closed there."""
    with OtherWriter() as other:
        made: list[StorageUnderTest] = []
        _there(other, lambda: made.append(subject.second()))
        try:
            yield subject, other, made
        finally:
            with suppress(Exception):  # a close that fails is reported where the subject itself is closed
                _there(other, made[0].close)


def _there(other: OtherWriter, call: Callable[[], object]) -> None:
    """Make a call in the other writer's thread, to its end. Raises what that raises."""
    errors: list[BaseException] = []

    def attempt() -> None:
        try:
            call()
        except BaseException as error:
            errors.append(error)

    other.start(attempt)
    other.wait()
    if errors:
        raise errors.pop()


def _places(subject: StorageUnderTest, kind: Kind, name: str) -> list[Line]:
    history, _ = _prepared(subject, kind, name)
    lines = lines_with_calls_outside(lambda: history.note(subject, kind, _OURS))
    return (
        [lines[number * len(lines) // WRITERS_PLACES] for number in range(WRITERS_PLACES)]
        if len(lines) > WRITERS_PLACES
        else lines
    )


def _prepared(subject: StorageUnderTest, kind: Kind, name: str) -> tuple[_History, State]:
    """A new object for a call of that kind, where it needs one."""
    if kind == "create":
        return _History(name), None
    subject.create(subject.mark(subject.new_object(name), _FIRST))
    return _History(name), frozenset((_FIRST,))
