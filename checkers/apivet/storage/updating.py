"""Updating: what is stored of what a callback makes, and what is refused."""

from __future__ import annotations

from typing import Any

from apivet.storage.judging import RefusedError, expect, expect_done, expect_raises, watched
from apivet.storage.subject import StorageUnderTest


def check_update(subject: StorageUnderTest) -> None:
    """An update stores what its callback makes of the newest state, at a newer version."""
    before = subject.create(subject.new_object("one"))
    updated = subject.update("one", lambda obj: subject.mark(obj, "changed"))
    found = subject.get("one")
    expect("changed" in subject.marks(found), "the change to be stored", sorted(subject.marks(found)))
    versions = (subject.version_of(before), subject.version_of(updated))
    expect(versions[1] > versions[0], f"a version above {versions[0]}", versions[1])
    expect(subject.version_of(found) == versions[1], f"version {versions[1]}", subject.version_of(found))


def check_update_returns_what_is_stored(subject: StorageUnderTest) -> None:
    """An update returns the object as it is stored now, also where nothing changed."""
    subject.create(subject.mark(subject.new_object("one"), "first"))
    uid = subject.uid_of(subject.get("one"))
    changed = subject.update("one", lambda obj: subject.mark(obj, "second"))
    same = subject.update("one", lambda obj: obj)
    for what, obj in (("an update", changed), ("an update that changes nothing", same)):
        expect(subject.name_of(obj) == "one", f"{what} to return 'one'", f"{subject.name_of(obj)!r}")
        expect(subject.uid_of(obj) == uid, f"{what} to return the uid {uid!r}", f"{subject.uid_of(obj)!r}")
        marks = subject.marks(obj)
        is_new = marks >= {"first", "second"}
        expect(is_new, f"{what} to return the object with the labels 'first' and 'second'", sorted(marks))


def check_update_is_given_what_is_stored(subject: StorageUnderTest) -> None:
    """The callback is given what a get returns: with its uid and the version that it is at."""
    subject.create(subject.mark(subject.new_object("one"), "first"))
    subject.update("one", lambda obj: subject.mark(obj, "second"))
    found = subject.get("one")
    given: list[Any] = []

    def change(obj: Any) -> Any:
        given.append((subject.name_of(obj), subject.uid_of(obj), subject.version_of(obj), sorted(subject.marks(obj))))
        return obj

    subject.update("one", change)
    stored = (subject.name_of(found), subject.uid_of(found), subject.version_of(found), sorted(subject.marks(found)))
    expect(given[:1] == [stored], f"the callback to be given {stored}", *(given[:1] or ["no call"]))


def check_update_stores_what_is_returned(subject: StorageUnderTest) -> None:
    """The object that the callback returns is stored, and not the one it was given, whatever became of that."""
    subject.create(subject.new_object("one"))
    other = subject.mark(subject.get("one"), "returned")

    def change(obj: Any) -> Any:
        subject.mark(obj, "left behind")
        return other

    subject.update("one", change)
    found = subject.marks(subject.get("one"))
    expect("returned" in found, "what the callback returned to be stored", sorted(found))
    expect("left behind" not in found, "what the callback was given not to be stored", sorted(found))


def check_update_without_change(subject: StorageUnderTest) -> None:
    """An update that changes nothing writes nothing."""
    before = subject.create(subject.new_object("one"))
    poll = watched(subject, subject.version_text(before))
    after = subject.update("one", lambda obj: obj)
    same = subject.version_of(after) == subject.version_of(before)
    expect(same, f"version {subject.version_of(before)} to stay", subject.version_of(after))
    events = [kind for kind, _ in poll()]
    expect(not events, "no event", events)


def check_stale_write_conflicts(subject: StorageUnderTest) -> None:
    """An update of another uid, or of a version that is no longer the newest, is a conflict and stores nothing."""
    first = subject.create(subject.new_object("one"))
    stale = subject.version_text(first)
    subject.update("one", lambda obj: subject.mark(obj, "newer"))
    wrong = f"{subject.uid_of(first)}-other"

    def lost(obj: Any) -> Any:
        return subject.mark(obj, "lost")

    expect_raises(subject.conflict, lambda: subject.update("one", lost, version=stale), "an update of a stale version")
    expect_raises(subject.conflict, lambda: subject.update("one", lost, uid=wrong), "an update of another uid")
    expect("lost" not in subject.marks(subject.get("one")), "nothing to be stored", "the refused change")


def check_update_with_right_preconditions(subject: StorageUnderTest) -> None:
    """An update of the right uid, of the newest version, or of both is done."""
    subject.create(subject.new_object("one"))
    subject.update("one", lambda obj: subject.mark(obj, "newer"))
    for what, use_uid, use_version in (
        ("the right uid", True, False),
        ("the newest version", False, True),
        ("the right uid and the newest version", True, True),
    ):
        newest = subject.get("one")
        uid = subject.uid_of(newest) if use_uid else None
        version = subject.version_text(newest) if use_version else None
        text = f"of {what}"

        def keep(obj: Any, text: str = text) -> Any:
            return subject.mark(obj, text)

        def call(uid: str | None = uid, version: str | None = version, keep: Any = keep) -> Any:
            return subject.update("one", keep, uid=uid, version=version)

        expect_done(subject, call, f"an update {text}")
        expect(text in subject.marks(subject.get("one")), f"an update {text} to be stored", "no change")


def check_update_refused(subject: StorageUnderTest) -> None:
    """The exception that the callback raises comes out, and nothing is stored."""
    before = subject.create(subject.new_object("one"))

    def refuse(obj: Any) -> Any:
        subject.mark(obj, "half done")
        raise RefusedError

    expect_raises(RefusedError, lambda: subject.update("one", refuse), "an update whose callback raises")
    after = subject.get("one")
    expect("half done" not in subject.marks(after), "nothing to be stored", sorted(subject.marks(after)))
    expect(subject.version_of(after) == subject.version_of(before), "the version to stay", subject.version_of(after))


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
    expect(versions == sorted(set(versions)), "versions that grow with every write", versions)
