"""Deleting: what goes, what is returned, and what is refused."""

from __future__ import annotations

from typing import Any

from apivet.storage.judging import RefusedError, expect, expect_done, expect_raises, is_there
from apivet.storage.subject import StorageUnderTest


def check_delete(subject: StorageUnderTest) -> None:
    """A deletion returns the last state, at a version of its own; then the name is free."""
    created = subject.create(subject.mark(subject.new_object("one"), "last"))
    deleted = subject.delete("one")
    expect("last" in subject.marks(deleted), "the last state of the object", sorted(subject.marks(deleted)))
    newer = subject.version_of(deleted) > subject.version_of(created)
    expect(newer, f"a version above {subject.version_of(created)}", subject.version_of(deleted))
    expect_raises(subject.not_found, lambda: subject.get("one"), "a get of what was deleted")
    again = subject.create(subject.new_object("one"))
    newer = subject.version_of(again) > subject.version_of(deleted)
    expect(newer, f"a version above {subject.version_of(deleted)}", subject.version_of(again))
    expect("last" not in subject.marks(again), "a new object of that name to be new", sorted(subject.marks(again)))


def check_delete_preconditions(subject: StorageUnderTest) -> None:
    """A deletion of another uid, or of a version that is no longer the newest, is a conflict; the object stays."""
    first = subject.create(subject.new_object("one"))
    stale, wrong = subject.version_text(first), f"{subject.uid_of(first)}-other"
    subject.update("one", lambda obj: subject.mark(obj, "newer"))
    expect_raises(subject.conflict, lambda: subject.delete("one", version=stale), "a deletion of a stale version")
    expect_raises(subject.conflict, lambda: subject.delete("one", uid=wrong), "a deletion of another uid")
    expect(is_there(subject, "one"), "a deletion that is a conflict to leave the object", "the object is gone")


def check_delete_with_right_preconditions(subject: StorageUnderTest) -> None:
    """A deletion of the right uid, of the newest version, or of both is done."""
    for number, (what, use_uid, use_version) in enumerate(
        (
            ("the right uid", True, False),
            ("the newest version", False, True),
            ("the right uid and the newest version", True, True),
        )
    ):
        name = f"object-{number}"
        subject.create(subject.new_object(name))
        newest = subject.update(name, lambda obj: subject.mark(obj, "newer"))
        uid = subject.uid_of(newest) if use_uid else None
        version = subject.version_text(newest) if use_version else None

        def call(name: str = name, uid: str | None = uid, version: str | None = version) -> Any:
            return subject.delete(name, uid=uid, version=version)

        expect_done(subject, call, f"a deletion of {what}")
        expect(not is_there(subject, name), f"a deletion of {what} to be done", "the object is still there")


def check_delete_validated(subject: StorageUnderTest) -> None:
    """A deletion is validated against the state that is stored; what the validation raises comes out, and the object
    stays."""
    subject.create(subject.mark(subject.new_object("one"), "first"))
    seen: list[list[str]] = []

    def refuse(obj: Any) -> None:
        seen.append(sorted(subject.marks(obj)))
        raise RefusedError

    expect_raises(RefusedError, lambda: subject.delete("one", validate=refuse), "a deletion whose validation raises")
    expect("first" in seen[0], "the validation to be given the stored state", seen[0])
    expect(is_there(subject, "one"), "a deletion whose validation raises to leave the object", "the object is gone")
