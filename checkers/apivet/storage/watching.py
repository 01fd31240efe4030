"""Watching: every write is reported, once, in order, and as it was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from apivet.storage.judging import RefusedError, expect, told
from apivet.storage.subject import StorageUnderTest


def check_watch_in_order(subject: StorageUnderTest) -> None:
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
    seen = told(subject, events)
    expect(seen == expected, f"the events {expected}", seen)
    versions = [subject.version_of(obj) for _, obj in events]
    expect(versions == sorted(set(versions)), "events at growing versions", versions)
    expect("changed" in subject.marks(events[2][1]), "the state after the change", sorted(subject.marks(events[2][1])))
    expect(not list(poll()), "each event once", "events that were reported already")


def check_watch_from_the_start(subject: StorageUnderTest) -> None:
    """A watch without a version begins with what is there, as if it were just added."""
    subject.create(subject.new_object("one"))
    subject.create(subject.new_object("gone"))
    subject.delete("gone")
    poll = subject.watch()
    seen = told(subject, poll())
    expect(seen == [("ADDED", "one")], "[('ADDED', 'one')]", seen)
    subject.delete("one")
    seen = told(subject, poll())
    expect(seen == [("DELETED", "one")], "[('DELETED', 'one')] afterwards", seen)


def check_watch_from_a_version(subject: StorageUnderTest) -> None:
    """A watch from an older version begins with what happened since, and without what had happened by then."""
    versions = [subject.version_text(subject.create(subject.new_object("one")))]
    versions.append(subject.version_text(subject.update("one", lambda obj: subject.mark(obj, "second"))))
    versions.append(subject.version_text(subject.create(subject.new_object("two"))))
    versions.append(subject.version_text(subject.delete("one")))
    every = [("ADDED", "one"), ("MODIFIED", "one"), ("ADDED", "two"), ("DELETED", "one")]
    for number, version in enumerate(versions):
        expected = every[number + 1 :]
        seen = told(subject, subject.watch(version)())
        behind = "the newest version" if not expected else f"a version behind which there are {len(expected)} writes"
        expect(seen == expected, f"a watch from {behind} to begin with {expected}", seen)


def check_watched_as_it_was(subject: StorageUnderTest) -> None:
    """An event has the state that was written then, at its version, whatever was written since."""
    origin = subject.version_text(subject.create(subject.new_object("zero")))
    poll = subject.watch(origin)
    versions = [subject.version_of(subject.create(subject.mark(subject.new_object("one"), "first")))]
    versions.append(subject.version_of(subject.update("one", lambda obj: subject.mark(obj, "second"))))
    versions.append(subject.version_of(subject.update("one", lambda obj: subject.mark(obj, "third"))))
    events = list(poll())
    texts = ("first", "second", "third")
    seen = [(sorted(subject.marks(obj) & set(texts)), subject.version_of(obj)) for _, obj in events]
    expected = [(sorted(texts[: number + 1]), version) for number, version in enumerate(versions)]
    expect(seen == expected, f"events with the labels and versions of their writes, {expected}", seen)


def check_watched_deletion(subject: StorageUnderTest) -> None:
    """The event of a deletion has the last state of the object, at the version of the deletion."""
    created = subject.create(subject.mark(subject.new_object("one"), "first"))
    uid = subject.uid_of(subject.get("one"))
    poll = subject.watch(subject.version_text(created))
    subject.update("one", lambda obj: subject.mark(obj, "last"))
    version = subject.version_of(subject.delete("one"))
    last = [obj for kind, obj in poll() if kind == "DELETED"]
    expect(len(last) == 1, "one event of the deletion", f"{len(last)}")
    what = "the event of a deletion to have"
    marks = subject.marks(last[0])
    expect({"first", "last"} <= marks, f"{what} the last state, with the labels 'first' and 'last'", sorted(marks))
    expect(subject.uid_of(last[0]) == uid, f"{what} the uid {uid!r}", f"{subject.uid_of(last[0])!r}")
    seen = subject.version_of(last[0])
    expect(seen == version, f"{what} version {version}, which the deletion returned", seen)


def check_two_watches(subject: StorageUnderTest) -> None:
    """Each watch is sent everything, whoever else was."""
    origin = subject.version_text(subject.create(subject.new_object("zero")))
    first, second = subject.watch(origin), subject.watch(origin)
    subject.create(subject.new_object("one"))
    subject.delete("one")
    expected = [("ADDED", "one"), ("DELETED", "one")]
    for which, poll in (("first", first), ("second", second)):
        seen = told(subject, poll())
        expect(seen == expected, f"the {which} of two watches to be told {expected}", seen)


def check_refused_is_not_told(subject: StorageUnderTest) -> None:
    """A write that is refused is no event."""
    created = subject.create(subject.new_object("one"))
    stale, wrong = subject.version_text(created), f"{subject.uid_of(created)}-other"
    newest = subject.update("one", lambda obj: subject.mark(obj, "newer"))
    poll = subject.watch(subject.version_text(newest))

    def refuse(obj: Any) -> Any:
        subject.mark(obj, "half done")
        raise RefusedError

    def change(obj: Any) -> Any:
        return subject.mark(obj, "lost")

    refused: tuple[tuple[str, Callable[[], Any]], ...] = (
        ("a second create", lambda: subject.create(subject.new_object("one"))),
        ("an update of a stale version", lambda: subject.update("one", change, version=stale)),
        ("an update of another uid", lambda: subject.update("one", change, uid=wrong)),
        ("an update whose callback raises", lambda: subject.update("one", refuse)),
        ("a deletion of a stale version", lambda: subject.delete("one", version=stale)),
        ("a deletion of another uid", lambda: subject.delete("one", uid=wrong)),
        ("a deletion whose validation raises", lambda: subject.delete("one", validate=refuse)),
    )
    for what, call in refused:
        with suppress(subject.already_exists, subject.conflict, RefusedError):
            call()
        seen = told(subject, poll())
        expect(not seen, f"{what} to be no event", seen)


def check_created_again_is_added(subject: StorageUnderTest) -> None:
    """A name that is created again is reported as added, as a new object, and not as a change of the old one."""
    poll = subject.watch(subject.version_text(subject.create(subject.new_object("zero"))))
    subject.create(subject.mark(subject.new_object("one"), "first"))
    subject.delete("one")
    subject.create(subject.mark(subject.new_object("one"), "second"))
    events = list(poll())
    expected = [("ADDED", "one"), ("DELETED", "one"), ("ADDED", "one")]
    seen = told(subject, events)
    expect(seen == expected, f"the events {expected}", seen)
    marks = sorted(subject.marks(events[2][1]) & {"first", "second"})
    expect(marks == ["second"], "the second object of the name with the label 'second' alone", marks)
