"""Messages of a check where a promise is not kept."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from apivet.storage.subject import NotOfferedError, StorageUnderTest


class NonconformityError(AssertionError):
    """A promise that a storage does not keep: what was expected, and what was seen."""


class RefusedError(Exception):
    """The exception that a check's own callback or validation raises."""


def broken(expected: str, seen: object) -> NoReturn:
    """A promise is not kept."""
    raise NonconformityError(f"expected {expected}; saw {seen}")


def expect(condition: bool, expected: str, seen: object) -> None:
    """A promise is kept where the condition holds."""
    if not condition:
        broken(expected, seen)


def expect_raises(kind: type[BaseException], call: Callable[[], Any], what: str) -> None:
    """The call raises that, and nothing else."""
    try:
        result = call()
    except kind:
        return
    except Exception as error:
        seen = f"{type(error).__name__}: {error}"
        raise NonconformityError(f"expected {what} to raise {kind.__name__}; saw {seen}") from error
    raise NonconformityError(f"expected {what} to raise {kind.__name__}; it returned {type(result).__name__}")


def expect_done(subject: StorageUnderTest, call: Callable[[], Any], what: str) -> Any:
    """The call is no conflict. Returns what it returns."""
    try:
        return call()
    except subject.conflict as error:
        raise NonconformityError(f"expected {what} to be done; saw {type(error).__name__}: {error}") from error


def expect_marks(subject: StorageUnderTest, obj: Any, marks: set[str], what: str) -> None:
    """The object bears these texts and no others of the check's."""
    seen = subject.marks(obj)
    expect(marks <= seen, f"{what} with {sorted(marks)}", sorted(seen))


def is_there(subject: StorageUnderTest, name: str) -> bool:
    """Whether there is an object of that name."""
    try:
        subject.get(name)
    except subject.not_found:
        return False
    return True


def names(subject: StorageUnderTest, objects: Sequence[Any]) -> list[str]:
    """The objects' names."""
    return [subject.name_of(obj) for obj in objects]


def told(subject: StorageUnderTest, events: Sequence[tuple[str, Any]]) -> list[tuple[str, str]]:
    """Kinds of events, and names of their objects."""
    return [(kind, subject.name_of(obj)) for kind, obj in events]


def watched(subject: StorageUnderTest, version: str = "") -> Callable[[], Sequence[tuple[str, Any]]]:
    """A watch of a check that is about more than that. Where the storage offers none, that counts once it is asked."""
    try:
        return subject.watch(version)
    except NotOfferedError as absent:
        return functools.partial(_raise, absent)


def _raise(error: Exception) -> NoReturn:
    raise error
