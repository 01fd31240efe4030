"""What every storage of an API server promises, as checks that a project runs against its own.

A project describes its storage once, by a subclass of :class:`StorageUnderTest`. Then

- ``[tool.apivet.blackbox] storages = ["package.module:factory"]`` has ``apivet blackbox`` run every check, each on what
  a new call of the factory returns;
- or a test does: ``@pytest.mark.parametrize("check", CHECKS)`` and ``check(factory())``.

A check raises :class:`NonconformityError`, which says what was expected and what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from apivet.blackbox.storage_subject import StorageUnderTest, behind


class NonconformityError(AssertionError):
    """A promise that a storage does not keep: what was expected, and what was seen."""


# --------------------------------------------------------------------------------------------------------- judging


class RefusedDeletionError(Exception):
    """What a check's validation raises."""


def _expect(condition: bool, expected: str, seen: object) -> None:
    if not condition:
        raise NonconformityError(f"expected {expected}; saw {seen}")


def _raises(kind: type[BaseException], call: Callable[[], Any], what: str) -> None:
    try:
        result = call()
    except kind:
        return
    except Exception as error:
        seen = f"{type(error).__name__}: {error}"
        raise NonconformityError(f"expected {what} to raise {kind.__name__}; saw {seen}") from error
    raise NonconformityError(f"expected {what} to raise {kind.__name__}; it returned {type(result).__name__}")


def _names(subject: StorageUnderTest, objects: Sequence[Any]) -> list[str]:
    return [subject.name_of(obj) for obj in objects]


# ---------------------------------------------------------------------------------------------------------- checks


def check_created_is_there(subject: StorageUnderTest) -> None:
    """What was created can be got, at the version that the create returned, and with all that it had."""
    created = subject.create(subject.mark(subject.new_object("one"), "first"))
    found = subject.get("one")
    _expect(subject.name_of(found) == "one", "the object 'one'", f"{subject.name_of(found)!r}")
    _expect(subject.marks(found) >= {"first"}, "the label 'first' to be stored", sorted(subject.marks(found)))
    _expect(
        subject.version_of(found) == subject.version_of(created) > 0,
        f"version {subject.version_of(created)}, which the create returned",
        subject.version_of(found),
    )


def check_create_twice(subject: StorageUnderTest) -> None:
    """A name is created once; the second attempt changes nothing."""
    first = subject.create(subject.new_object("one"))
    again = subject.mark(subject.new_object("one"), "second")
    _raises(subject.already_exists, lambda: subject.create(again), "a second create of one name")
    found = subject.get("one")
    _expect("second" not in subject.marks(found), "the first object to stay", "the second one in its place")
    _expect(subject.version_of(found) == subject.version_of(first), "the version to stay", subject.version_of(found))


def check_create_with_version(subject: StorageUnderTest) -> None:
    """An object that has a version already was stored before, and is not created."""
    stored = subject.create(subject.new_object("one"))
    subject.delete("one")
    try:
        subject.create(stored)
    except NonconformityError:
        raise
    except Exception:
        return
    raise NonconformityError("expected a create of an object with a version to be refused; it was stored")


def check_missing(subject: StorageUnderTest) -> None:
    """What is not there can be neither got, updated nor deleted."""
    _raises(subject.not_found, lambda: subject.get("none"), "a get of what is not there")
    _raises(subject.not_found, lambda: subject.update("none", lambda obj: obj), "an update of what is not there")
    _raises(subject.not_found, lambda: subject.delete("none"), "a deletion of what is not there")


def check_results_are_copies(subject: StorageUnderTest) -> None:
    """Changing what a call returned, or what it was given, changes nothing that is stored."""
    given = subject.new_object("one")
    subject.mark(subject.create(given), "on the result")
    subject.mark(given, "on what was given")
    subject.mark(subject.get("one"), "on what was got")
    found = subject.marks(subject.get("one"))
    _expect(not found & {"on the result", "on what was given", "on what was got"}, "no mark", sorted(found))


def check_update(subject: StorageUnderTest) -> None:
    """An update stores what its callback makes of the newest state, at a newer version."""
    before = subject.create(subject.new_object("one"))
    updated = subject.update("one", lambda obj: subject.mark(obj, "changed"))
    found = subject.get("one")
    _expect("changed" in subject.marks(found), "the change to be stored", sorted(subject.marks(found)))
    versions = (subject.version_of(before), subject.version_of(updated))
    _expect(versions[1] > versions[0], f"a version above {versions[0]}", versions[1])
    _expect(subject.version_of(found) == versions[1], f"version {versions[1]}", subject.version_of(found))


def check_update_without_change(subject: StorageUnderTest) -> None:
    """An update that changes nothing writes nothing."""
    before = subject.create(subject.new_object("one"))
    poll = subject.watch(subject.version_text(before))
    after = subject.update("one", lambda obj: obj)
    same = subject.version_of(after) == subject.version_of(before)
    _expect(same, f"version {subject.version_of(before)} to stay", subject.version_of(after))
    events = [kind for kind, _ in poll()]
    _expect(not events, "no event", events)


def check_update_preconditions(subject: StorageUnderTest) -> None:
    """An update of another uid, or of a version that is no longer the newest, is a conflict and stores nothing."""
    first = subject.create(subject.new_object("one"))
    stale = subject.version_text(first)
    subject.update("one", lambda obj: subject.mark(obj, "newer"))
    wrong = f"{subject.uid_of(first)}-other"

    def lost(obj: Any) -> Any:
        return subject.mark(obj, "lost")

    _raises(subject.conflict, lambda: subject.update("one", lost, version=stale), "an update of a stale version")
    _raises(subject.conflict, lambda: subject.update("one", lost, uid=wrong), "an update of another uid")
    _expect("lost" not in subject.marks(subject.get("one")), "nothing to be stored", "the refused change")
    newest = subject.get("one")
    subject.update(
        "one",
        lambda obj: subject.mark(obj, "kept"),
        uid=subject.uid_of(newest),
        version=subject.version_text(newest),
    )
    _expect("kept" in subject.marks(subject.get("one")), "an update of the newest version to be stored", "no change")


def check_update_retried(subject: StorageUnderTest) -> None:
    """An update that meets another one is tried again on the newer state, and neither change is lost."""
    subject.create(subject.new_object("one"))
    seen: list[frozenset[str]] = []

    def change(obj: Any) -> Any:
        seen.append(subject.marks(obj))
        if len(seen) > 1:
            return subject.mark(obj, "ours")
        theirs = subject.updating("one", lambda other: subject.mark(other, "theirs"))
        return behind(theirs, lambda: subject.mark(obj, "ours"))

    subject.update("one", change)
    found = subject.marks(subject.get("one"))
    _expect({"ours", "theirs"} <= found, "both changes, 'ours' and 'theirs'", sorted(found))
    _expect(len(seen) >= 2, "the callback to run again on the newer state", f"{len(seen)} call")
    _expect("theirs" in seen[-1], "the last call to be given the newer state", sorted(seen[-1]))


def check_update_refused(subject: StorageUnderTest) -> None:
    """What the callback raises comes out, and nothing is stored."""
    before = subject.create(subject.new_object("one"))

    def refuse(obj: Any) -> Any:
        subject.mark(obj, "half done")
        raise RefusedDeletionError

    _raises(RefusedDeletionError, lambda: subject.update("one", refuse), "an update whose callback raises")
    after = subject.get("one")
    _expect("half done" not in subject.marks(after), "nothing to be stored", sorted(subject.marks(after)))
    _expect(subject.version_of(after) == subject.version_of(before), "the version to stay", subject.version_of(after))


def check_delete(subject: StorageUnderTest) -> None:
    """A deletion returns the last state, at a version of its own; then the name is free."""
    created = subject.create(subject.mark(subject.new_object("one"), "last"))
    deleted = subject.delete("one")
    _expect("last" in subject.marks(deleted), "the last state of the object", sorted(subject.marks(deleted)))
    newer = subject.version_of(deleted) > subject.version_of(created)
    _expect(newer, f"a version above {subject.version_of(created)}", subject.version_of(deleted))
    _raises(subject.not_found, lambda: subject.get("one"), "a get of what was deleted")
    again = subject.create(subject.new_object("one"))
    newer = subject.version_of(again) > subject.version_of(deleted)
    _expect(newer, f"a version above {subject.version_of(deleted)}", subject.version_of(again))


def check_delete_preconditions(subject: StorageUnderTest) -> None:
    """A deletion of another uid, or of a version that is no longer the newest, is a conflict; the object stays."""
    first = subject.create(subject.new_object("one"))
    stale, wrong = subject.version_text(first), f"{subject.uid_of(first)}-other"
    subject.update("one", lambda obj: subject.mark(obj, "newer"))
    _raises(subject.conflict, lambda: subject.delete("one", version=stale), "a deletion of a stale version")
    _raises(subject.conflict, lambda: subject.delete("one", uid=wrong), "a deletion of another uid")
    subject.get("one")


def check_delete_validated(subject: StorageUnderTest) -> None:
    """A deletion is validated against the newest state, again where that changes meanwhile; a refusal keeps the
    object."""
    subject.create(subject.mark(subject.new_object("one"), "first"))

    def refuse(obj: Any) -> None:
        raise RefusedDeletionError

    _raises(RefusedDeletionError, lambda: subject.delete("one", validate=refuse), "a deletion whose validation raises")
    subject.get("one")
    seen: list[frozenset[str]] = []
    done: list[str] = []

    def validate(obj: Any) -> Any:
        seen.append(subject.marks(obj))
        if len(seen) == 1:
            newer = subject.updating("one", lambda other: subject.mark(other, "newer"))
            return behind(newer, lambda: done.append("newer"))
        return None

    with suppress(subject.conflict):
        subject.delete("one", validate=validate)
        _expect(bool(seen), "the validation to be called", "no call")
        if done:
            _expect("newer" in seen[-1], "the validation of the newer state", [sorted(each) for each in seen])
    _expect("first" in seen[0], "the validation to be given the stored state", sorted(seen[0]))


def check_watch(subject: StorageUnderTest) -> None:
    """A watch tells of every write, once and in order, from the version on that it begins with."""
    first = subject.create(subject.new_object("zero"))
    poll = subject.watch(subject.version_text(first))
    subject.create(subject.new_object("one"))
    subject.create(subject.new_object("two"))
    subject.update("one", lambda obj: subject.mark(obj, "changed"))
    subject.delete("two")
    subject.update("zero", lambda obj: subject.mark(obj, "changed"))
    events = list(poll())
    expected = [("ADDED", "one"), ("ADDED", "two"), ("MODIFIED", "one"), ("DELETED", "two"), ("MODIFIED", "zero")]
    told = [(kind, subject.name_of(obj)) for kind, obj in events]
    _expect(told == expected, f"the events {expected}", told)
    versions = [subject.version_of(obj) for _, obj in events]
    _expect(versions == sorted(set(versions)), "events at growing versions", versions)
    _expect("changed" in subject.marks(events[2][1]), "the state after the change", sorted(subject.marks(events[2][1])))
    _expect(not poll(), "each event once", "events that were told already")


def check_watch_from_the_start(subject: StorageUnderTest) -> None:
    """A watch without a version begins with what is there, as if it were just added."""
    subject.create(subject.new_object("one"))
    subject.create(subject.new_object("gone"))
    subject.delete("gone")
    poll = subject.watch()
    told = [(kind, subject.name_of(obj)) for kind, obj in poll()]
    _expect(told == [("ADDED", "one")], "[('ADDED', 'one')]", told)
    subject.delete("one")
    told = [(kind, subject.name_of(obj)) for kind, obj in poll()]
    _expect(told == [("DELETED", "one")], "[('DELETED', 'one')] afterwards", told)


def check_count(subject: StorageUnderTest) -> None:
    """The count is the number of objects that are there."""
    counts = [subject.count()]
    for name in ("one", "two", "three"):
        subject.create(subject.new_object(name))
        counts.append(subject.count())
    subject.update("two", lambda obj: subject.mark(obj, "changed"))
    counts.append(subject.count())
    subject.delete("two")
    counts.append(subject.count())
    _expect(counts == [0, 1, 2, 3, 3, 2], "the counts [0, 1, 2, 3, 3, 2]", counts)


def check_list(subject: StorageUnderTest) -> None:
    """A list has every object once, in its newest state."""
    for name in ("two", "one", "three"):
        subject.create(subject.new_object(name))
    subject.update("one", lambda obj: subject.mark(obj, "changed"))
    subject.delete("three")
    items = {subject.name_of(obj): obj for obj in subject.items(subject.list())}
    _expect(sorted(items) == ["one", "two"], "['one', 'two']", sorted(items))
    _expect("changed" in subject.marks(items["one"]), "the newest state of 'one'", sorted(subject.marks(items["one"])))
    got = subject.version_of(subject.get("one"))
    _expect(subject.version_of(items["one"]) == got, f"version {got}", subject.version_of(items["one"]))


def check_list_in_pages(subject: StorageUnderTest) -> None:
    """Pages have every object once and in order, as of the first page: what is written between two pages is not in the
    second, and what is deleted there still is."""
    names = [f"object-{number}" for number in range(5)]
    for name in names:
        subject.create(subject.new_object(name))
    page = subject.list(limit=2)
    found = _names(subject, subject.items(page))
    _expect(found == names[:2], f"the page {names[:2]}", found)
    _expect(bool(subject.token_of(page)), "a token for going on", "none")
    _expect(subject.remaining(page) in (None, 3), "3 remaining objects", subject.remaining(page))
    subject.create(subject.new_object("object-2-and-a-half"))
    subject.delete("object-3")
    while subject.token_of(page):
        page = subject.list(limit=2, token=subject.token_of(page))
        found += _names(subject, subject.items(page))
        _expect(len(found) <= 2 * len(names), "the pages to come to an end", f"{len(found)} objects")
    _expect(found == names, f"{names} over all pages", found)


def check_versions_grow(subject: StorageUnderTest) -> None:
    """Every write gets a version above all earlier ones, whatever object it is of."""
    versions = []
    for name in ("one", "two"):
        versions.append(subject.version_of(subject.create(subject.new_object(name))))
    for number in range(3):
        for name in ("two", "one"):
            updated = subject.update(name, lambda obj, text=f"mark-{number}": subject.mark(obj, text))  # type: ignore[misc]
            versions.append(subject.version_of(updated))
    versions.append(subject.version_of(subject.delete("one")))
    _expect(versions == sorted(set(versions)), "versions that grow with every write", versions)


Check = Callable[[StorageUnderTest], None]

#: Every check, in the order in which a storage is written.
CHECKS: tuple[Check, ...] = (
    check_created_is_there,
    check_create_twice,
    check_create_with_version,
    check_missing,
    check_results_are_copies,
    check_update,
    check_update_without_change,
    check_update_preconditions,
    check_update_retried,
    check_update_refused,
    check_delete,
    check_delete_preconditions,
    check_delete_validated,
    check_watch,
    check_watch_from_the_start,
    check_count,
    check_list,
    check_list_in_pages,
    check_versions_grow,
)


def run_check(check: Check, subject: StorageUnderTest) -> str | None:
    """What a check found wrong, on one line; ``None`` where it found nothing. The storage is closed."""
    try:
        check(subject)
    except NonconformityError as failure:
        return " ".join(str(failure).split())
    except Exception as error:
        return " ".join(f"expected no exception; saw {type(error).__name__}: {error}".split())
    finally:
        subject.close()
    return None


__all__ = ["CHECKS", "Check", "NonconformityError", "StorageUnderTest", "run_check"]
