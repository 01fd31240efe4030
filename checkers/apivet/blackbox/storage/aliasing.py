"""Handing out: what a call was given or returned is no part of what is stored, however deep it is changed."""

from __future__ import annotations

from typing import Any

from apivet.blackbox.storage.mutation import expect_untouched, tamper
from apivet.storage.judging import RefusedError, expect_raises
from apivet.storage.subject import StorageUnderTest


def check_results_are_copies(subject: StorageUnderTest) -> None:
    """Changing what a call returned, or what it was given, changes nothing that is stored."""
    given = subject.mark(subject.new_object("one"), "first")
    tamper(subject, subject.create(given), "on the result")
    tamper(subject, given, "on what was given")
    tamper(subject, subject.get("one"), "on what was got")
    found = subject.get("one")
    expect_untouched(subject, found, "on the result", "what a create returned")
    expect_untouched(subject, found, "on what was given", "what a create was given")
    expect_untouched(subject, found, "on what was got", "what a get returned")


def check_listed_are_copies(subject: StorageUnderTest) -> None:
    """Changing the objects of a list, whole or in pages, changes nothing that is stored."""
    for name in ("one", "two"):
        subject.create(subject.mark(subject.new_object(name), "first"))
    for number, limit in enumerate((None, 1)):
        text = f"on a list {number}"
        for obj in subject.items(subject.list(limit=limit)):
            tamper(subject, obj, text)
        for obj in (subject.get("one"), *subject.items(subject.list())):
            expect_untouched(subject, obj, text, "an object of a list")


def check_updated_are_copies(subject: StorageUnderTest) -> None:
    """Changing what an update returned, or what its callback was given or returned, changes nothing that is stored."""
    subject.create(subject.mark(subject.new_object("one"), "first"))
    held: list[Any] = []

    def change(obj: Any) -> Any:
        changed = subject.mark(obj, "second")
        held.extend((obj, changed))
        return changed

    tamper(subject, subject.update("one", change), "on the result")
    for obj in held:
        tamper(subject, obj, "on what was held")
    tamper(subject, subject.update("one", lambda obj: obj), "on the unchanged")
    found = subject.get("one")
    expect_untouched(subject, found, "on the result", "what an update returned")
    expect_untouched(subject, found, "on what was held", "what the callback of an update was given or returned")
    expect_untouched(subject, found, "on the unchanged", "what an update returned that changed nothing")


def check_refused_update_leaves_no_trace(subject: StorageUnderTest) -> None:
    """A callback may change what it was given as deep as it likes: where it then raises, nothing is stored."""
    subject.create(subject.mark(subject.new_object("one"), "first"))

    def refuse(obj: Any) -> Any:
        tamper(subject, obj, "half done")
        raise RefusedError

    expect_raises(RefusedError, lambda: subject.update("one", refuse), "an update whose callback raises")
    expect_untouched(subject, subject.get("one"), "half done", "what a callback was given that raises")


def check_validated_is_a_copy(subject: StorageUnderTest) -> None:
    """Changing the object that a deletion is validated with changes nothing that is stored, and nothing that the
    deletion returns."""
    subject.create(subject.mark(subject.new_object("one"), "first"))

    def refuse(obj: Any) -> None:
        tamper(subject, obj, "on the validated")
        raise RefusedError

    expect_raises(RefusedError, lambda: subject.delete("one", validate=refuse), "a deletion whose validation raises")
    expect_untouched(subject, subject.get("one"), "on the validated", "the object that a deletion is validated with")


def check_watched_are_copies(subject: StorageUnderTest) -> None:
    """Changing the object of an event, or what a deletion returned, changes neither what is stored nor what others
    get."""
    origin = subject.version_text(subject.create(subject.mark(subject.new_object("zero"), "first")))
    subject.create(subject.mark(subject.new_object("one"), "first"))
    subject.update("one", lambda obj: subject.mark(obj, "second"))
    early, late = subject.watch(origin), subject.watch(origin)
    for _, obj in [*early(), *subject.watch()()]:
        tamper(subject, obj, "on an event")
    found = [subject.get("one"), *subject.items(subject.list()), *(obj for _, obj in late())]
    for obj in found:
        expect_untouched(subject, obj, "on an event", "the object of an event")
    tamper(subject, subject.delete("one"), "on the deleted")
    for _, obj in early():
        expect_untouched(subject, obj, "on the deleted", "what a deletion returned")
