"""Two writers over two connections: a check and the write that rests on it are one step, or the suite finds the gap."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from apivet.blackbox.storage.histories import HistoryCall, is_linearizable
from apivet.blackbox.storage.interleaving import OtherWriter, lines_with_calls_outside, run_interrupted
from apivet.blackbox.storage.two_writers import check_linearizable, check_watched_over_two_connections
from apivet.blackbox.storage_conformance import NotOfferedError, StorageUnderTest, run_check
from sample_apiserver.generic.errors import AlreadyExists
from sample_apiserver.generic.store import Change, Key, Record, Store
from sample_apiserver.testing import SQLiteConfigMaps

FIRST = frozenset(("first",))
BOTH = frozenset(("first", "ours", "theirs"))


class Hasty(Store):
    """Checks in one statement and writes in another, without a transaction around them."""

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        yield


class HastyOnCreate(Store):
    """The same where it creates."""

    def insert(self, key: Key, document: bytes) -> Record:
        if self._newest(key) is not None:
            raise AlreadyExists(str(key))
        with self._transaction():
            return self._append(key, Change.ADDED, document)


class Overwriting(Store):
    """Replaces whatever is there."""

    def replace(self, key: Key, document: bytes, expected: int) -> Record:
        with self._transaction():
            return self._append(key, Change.MODIFIED, document)


def over(store: type[Store]) -> SQLiteConfigMaps:
    class Given(SQLiteConfigMaps):
        def __init__(self, other: SQLiteConfigMaps | None = None) -> None:
            super().__init__(other)
            self._store.__class__ = store

    return Given()


@pytest.mark.parametrize("store", [Hasty, HastyOnCreate, Overwriting])
def test_a_write_that_rests_on_an_older_check_is_found(store: type[Store]) -> None:
    wrong = run_check(check_linearizable, over(store))
    assert wrong is not None
    assert "to look as if one had come after the other" in wrong
    assert "store.py" in wrong or "test_two_writers.py" in wrong


def test_a_storage_that_writes_in_transactions_is_linearizable() -> None:
    assert run_check(check_linearizable, SQLiteConfigMaps()) is None


class Kept(StorageUnderTest):
    """Marks by name, in memory."""

    already_exists, not_found, conflict = AlreadyExists, KeyError, ValueError

    def __init__(self, kept: dict[str, frozenset[str]] | None = None) -> None:
        self.kept = {} if kept is None else kept

    def second(self) -> StorageUnderTest:
        return Kept(self.kept)

    def new_object(self, name: str) -> Any:
        return name, frozenset[str]()

    def mark(self, obj: Any, text: str) -> Any:
        return obj[0], obj[1] | {text}

    def marks(self, obj: Any) -> frozenset[str]:
        return frozenset(obj[1])

    def create(self, obj: Any) -> Any:
        if obj[0] in self.kept:
            raise AlreadyExists(obj[0])
        self.kept[obj[0]] = obj[1]
        return obj

    def get(self, name: str) -> Any:
        return name, self.kept[name]

    def update(self, name: str, change: Callable[[Any], Any], **_: Any) -> Any:
        changed = change(self.get(name))
        self.kept[name] = changed[1]
        return changed

    def delete(self, name: str, **_: Any) -> Any:
        return name, self.kept.pop(name)


def test_a_storage_whose_calls_nothing_interrupts_is_not_said_to_be_linearizable() -> None:
    """In memory no line talks to a database: two writers that never meet show nothing."""
    with pytest.raises(NotOfferedError):
        check_linearizable(Kept())


class Deaf(SQLiteConfigMaps):
    """Tells its watches of what goes through itself: they hear nothing of another process's writes."""

    def __init__(self, other: SQLiteConfigMaps | None = None) -> None:
        super().__init__(other)
        self._own: set[int] = set()

    def create(self, obj: Any) -> Any:
        return self._heard(super().create(obj))

    def update(self, name: str, change: Callable[[Any], Any], **asked: Any) -> Any:
        return self._heard(super().update(name, change, **asked))

    def _heard(self, obj: Any) -> Any:
        self._own.add(self.version_of(obj))
        return obj

    def watch(self, version: str = "") -> Callable[[], Any]:
        poll = super().watch(version)
        return lambda: [event for event in poll() if self.version_of(event[1]) in self._own]


class Late(SQLiteConfigMaps):
    """Looks for what is new from time to time."""

    def watch(self, version: str = "") -> Callable[[], Any]:
        poll, asked = super().watch(version), itertools.count()
        return lambda: poll() if next(asked) % 3 == 2 else []


def test_a_watch_tells_of_what_another_connection_writes() -> None:
    wrong = run_check(check_watched_over_two_connections, Deaf())
    assert wrong is not None
    assert "saw [('ADDED', 'one'), ('MODIFIED', 'one')]" in wrong
    assert run_check(check_watched_over_two_connections, SQLiteConfigMaps()) is None
    assert run_check(check_watched_over_two_connections, Late()) is None


def test_a_storage_with_one_connection_only_is_not_asked() -> None:
    class Alone(SQLiteConfigMaps):
        second = StorageUnderTest.second

    alone = Alone()
    with pytest.raises(NotOfferedError):
        check_linearizable(alone)
    assert run_check(check_linearizable, alone) is None


# -------------------------------------------------------------------------------------------------------- histories


def update(mark: str, start: int, end: int, *seen: str, outcome: str = "done") -> HistoryCall:
    return HistoryCall("update", mark, start, end, outcome, frozenset(seen))  # type: ignore[arg-type]


def get(start: int, end: int, *seen: str, outcome: str = "done") -> HistoryCall:
    return HistoryCall("get", "", start, end, outcome, frozenset(seen))  # type: ignore[arg-type]


HISTORIES = {
    "one after the other": ([update("ours", 0, 1, "first", "ours"), get(2, 3, "first", "ours")], True),
    "overlapping, in either order": (
        [update("ours", 0, 3, *BOTH), update("theirs", 1, 2, "first", "theirs"), get(4, 5, *BOTH)],
        True,
    ),
    "one of two is lost": (
        [update("ours", 0, 3, "first", "ours"), update("theirs", 1, 2, "first", "theirs"), get(4, 5, "first", "ours")],
        False,
    ),
    "seen before it began": ([get(0, 1, "first", "ours"), update("ours", 2, 3, "first", "ours")], False),
    "a read that is too old": ([update("ours", 0, 1, "first", "ours"), get(2, 3, "first")], False),
    "a conflict does nothing": ([update("ours", 0, 1, outcome="conflict"), get(2, 3, "first")], True),
    "who knows whether it happened: not": ([update("ours", 0, 1, outcome="unknown"), get(2, 3, "first")], True),
    "who knows whether it happened: yes": ([update("ours", 0, 1, outcome="unknown"), get(2, 3, "first", "ours")], True),
    "who knows when it happened: late": (
        [update("ours", 0, 1, outcome="unknown"), get(2, 3, "first"), get(4, 5, "first", "ours")],
        True,
    ),
    "deleted once": ([HistoryCall("delete", "", 0, 1, "done", FIRST), get(2, 3, outcome="missing")], True),
    "deleted twice": (
        [HistoryCall("delete", "", 0, 3, "done", FIRST), HistoryCall("delete", "", 1, 2, "done", FIRST)],
        False,
    ),
    "updated after it went": (
        [HistoryCall("delete", "", 0, 1, "done", FIRST), update("ours", 2, 3, "first", "ours")],
        False,
    ),
    "there already, and it is not": (
        [HistoryCall("delete", "", 0, 1, "done", FIRST), HistoryCall("create", "ours", 2, 3, "exists")],
        False,
    ),
}


@pytest.mark.parametrize("name", HISTORIES)
def test_histories(name: str) -> None:
    calls, expected = HISTORIES[name]
    assert is_linearizable(calls, FIRST) is expected


def test_what_is_created_twice_was_created_by_one() -> None:
    twice = [
        HistoryCall("create", mark, at, 3 - at, "done", frozenset((mark,)))
        for at, mark in enumerate(("ours", "theirs"))
    ]
    assert not is_linearizable(twice, None)
    assert is_linearizable([twice[0], HistoryCall("create", "theirs", 1, 2, "exists")], None)


# ----------------------------------------------------------------------------------------------------- interleaving


def test_the_other_call_runs_before_the_line_that_talks_to_the_database() -> None:
    database = sqlite3.connect(":memory:")
    seen: list[str] = []

    def ours() -> None:
        seen.append("before")
        database.execute("SELECT 1")
        seen.append("after")

    places = lines_with_calls_outside(ours)
    assert len(places) == 1
    seen.clear()
    with OtherWriter() as other:
        run_interrupted(ours, places[0], other, lambda: seen.append("between"))
    assert seen == ["before", "between", "after"]
