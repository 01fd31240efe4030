"""Concurrent updates: an update or a deletion while another writer changes the same object.

Somebody else is the callback of the update, or the validation of the deletion: it writes before it returns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from apivet.storage.judging import broken, expect, is_there, watched
from apivet.storage.subject import StorageUnderTest, behind


class Rival:
    """The states that the callbacks of a check saw, and their own changes to the object ``one`` meanwhile."""

    def __init__(self, subject: StorageUnderTest) -> None:
        self._subject = subject
        #: The marks of each state that a callback was given.
        self.seen: list[frozenset[str]] = []
        #: Changes made meanwhile, as far as they are through: those of a validation that nobody awaits may be too late.
        self.done: list[str] = []

    def meets(self, obj: Any) -> bool:
        """Note the state that a callback is given. Whether it is the first."""
        self.seen.append(self._subject.marks(obj))
        return len(self.seen) == 1

    def marking(self, theirs: Callable[[Callable[[], Any]], Any]) -> Callable[[Any], Any]:
        """A callback that marks the object as ours, and lets somebody else do something before the first time."""

        def change(obj: Any) -> Any:
            def ours() -> Any:
                return self._subject.mark(obj, "ours")

            return theirs(ours) if self.meets(obj) else ours()

        return change

    def update(self, text: str, then: Callable[[], Any]) -> Any:
        """Have somebody else mark the object, and go on."""
        subject = self._subject
        return self._behind(text, subject.updating("one", lambda other: subject.mark(other, text)), then)

    def delete(self, then: Callable[[], Any]) -> Any:
        """Have somebody else delete the object, and go on."""
        return self._behind("deleted", self._subject.deleting("one"), then)

    def _behind(self, what: str, first: Any, then: Callable[[], Any]) -> Any:
        def through() -> Any:
            self.done.append(what)
            return then()

        return behind(first, through)


def check_update_retried(subject: StorageUnderTest) -> None:
    """An update that meets another one is tried again on the newer state, and neither change is lost."""
    subject.create(subject.new_object("one"))
    rival = Rival(subject)
    subject.update("one", rival.marking(partial(rival.update, "theirs")))
    found, seen = subject.marks(subject.get("one")), rival.seen
    expect({"ours", "theirs"} <= found, "both changes, 'ours' and 'theirs'", sorted(found))
    expect(len(seen) >= 2, "the callback to run again on the newer state", f"{len(seen)} call")
    expect("theirs" in seen[-1], "the last call to be given the newer state", sorted(seen[-1]))


def check_update_retried_again(subject: StorageUnderTest) -> None:
    """An update that meets another one each of three times is tried a fourth time."""
    subject.create(subject.new_object("one"))
    rival = Rival(subject)

    def change(obj: Any) -> Any:
        def ours() -> Any:
            return subject.mark(obj, "ours")

        rival.meets(obj)
        return rival.update(f"theirs-{len(rival.seen)}", ours) if len(rival.seen) < 4 else ours()

    try:
        subject.update("one", change)
    except subject.conflict as error:
        broken("an update that meets three others to be tried a fourth time", f"{type(error).__name__}: {error}")
    found = subject.marks(subject.get("one"))
    every = {"ours", "theirs-1", "theirs-2", "theirs-3"}
    expect(every <= found, f"all changes, {sorted(every)}", sorted(found))


def check_update_preconditions_when_retried(subject: StorageUnderTest) -> None:
    """The version that an update asks for is asked for again when it is tried again: somebody else has written, and it
    is a conflict."""
    version = subject.version_text(subject.create(subject.new_object("one")))
    rival = Rival(subject)
    what = "an update of a version that goes stale while its callback runs"
    try:
        subject.update("one", rival.marking(partial(rival.update, "theirs")), version=version)
    except subject.conflict:
        pass
    else:
        broken(f"{what} to raise {subject.conflict.__name__} when it is tried again", "it stored its change")
    found = subject.marks(subject.get("one"))
    expect("ours" not in found, f"{what} to store nothing", sorted(found))
    expect("theirs" in found, f"{what} to leave the other change", sorted(found))


def check_update_of_what_goes(subject: StorageUnderTest) -> None:
    """An update does not bring back what somebody else has deleted meanwhile."""
    subject.create(subject.new_object("one"))
    rival = Rival(subject)
    what = "an update of what is deleted while its callback runs"
    try:
        subject.update("one", rival.marking(rival.delete))
    except (subject.not_found, subject.conflict):
        pass
    else:
        broken(f"{what} to raise {subject.not_found.__name__}", "it returned an object")
    expect(not is_there(subject, "one"), f"{what} to store nothing", "the object is there again")


def check_delete_preconditions_when_retried(subject: StorageUnderTest) -> None:
    """The version that a deletion asks for is asked for again when it is tried again: somebody else has written, and it
    is a conflict."""
    version = subject.version_text(subject.create(subject.new_object("one")))
    rival = Rival(subject)

    def validate(obj: Any) -> Any:
        return rival.update("theirs", lambda: None) if rival.meets(obj) else None

    what = "a deletion of a version that goes stale while it is validated"
    try:
        subject.delete("one", version=version, validate=validate)
    except subject.conflict:
        kept = is_there(subject, "one")
        expect(kept, f"{what} to leave the object", f"{subject.conflict.__name__}, and the object is gone")
    else:
        if rival.done:
            broken(f"{what} to raise {subject.conflict.__name__} when it is tried again", "it deleted the object")


def check_delete_validated_again(subject: StorageUnderTest) -> None:
    """A deletion is validated again where the object changes meanwhile; it is a conflict, and the object stays, or it
    is none, and the object goes."""
    subject.create(subject.mark(subject.new_object("one"), "first"))
    rival = Rival(subject)

    def validate(obj: Any) -> Any:
        return rival.update("newer", lambda: None) if rival.meets(obj) else None

    what = "a deletion that meets an update"
    try:
        deleted = subject.delete("one", validate=validate)
    except subject.conflict as error:
        seen = f"{type(error).__name__}, and the object is gone"
        expect(is_there(subject, "one"), f"{what} and is a conflict to leave the object", seen)
        return
    expect(bool(rival.seen), "the validation to be called", "no call")
    expect(not is_there(subject, "one"), f"{what} and is no conflict to be done", "the object is still there")
    if rival.done:
        states = [sorted(each) for each in rival.seen]
        expect("newer" in rival.seen[-1], "the validation of the newer state", states)
        marks = sorted(subject.marks(deleted))
        expect("newer" in marks, f"{what} to return the last state of the object", marks)


def check_delete_of_what_goes(subject: StorageUnderTest) -> None:
    """Of two deletions that meet, one is done, and reported once."""
    poll = watched(subject, subject.version_text(subject.create(subject.new_object("one"))))
    rival = Rival(subject)

    def validate(obj: Any) -> Any:
        return rival.delete(lambda: None) if rival.meets(obj) else None

    what = "a deletion of what is deleted while it is validated"
    try:
        subject.delete("one", validate=validate)
    except (subject.not_found, subject.conflict):
        pass
    else:
        if rival.done:
            broken(f"{what} to raise {subject.not_found.__name__}", "it returned an object")
    kinds = [kind for kind, _ in poll()]
    expect(kinds == ["DELETED"], f"{what} to be told of once, as ['DELETED']", kinds)
