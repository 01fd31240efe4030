"""Creating: what is stored, what comes back, and what is refused."""

from __future__ import annotations

from apivet.storage.judging import NonconformityError, expect, expect_raises, names
from apivet.storage.subject import StorageUnderTest


def check_nothing_at_first(subject: StorageUnderTest) -> None:
    """A new storage is empty, and a list of nothing is a list: without a page behind it."""
    pages = (("a list", subject.list()), ("a list of two at most", subject.list(limit=2)))
    for what, page in pages:
        found = names(subject, subject.items(page))
        expect(not found, f"{what} of a new storage to be empty (is each one new that the factory makes?)", found)
        expect(not subject.token_of(page), f"{what} of a new storage to be all", "a token for going on")
    expect(subject.count() == 0, "the count 0 of a new storage", subject.count())


def check_created_is_there(subject: StorageUnderTest) -> None:
    """A created object can be got, at the version that the create returned, and with all that it had."""
    created = subject.create(subject.mark(subject.new_object("one"), "first"))
    found = subject.get("one")
    expect(subject.name_of(found) == "one", "the object 'one'", f"{subject.name_of(found)!r}")
    expect(subject.marks(found) >= {"first"}, "the label 'first' to be stored", sorted(subject.marks(found)))
    expect(
        subject.version_of(found) == subject.version_of(created) > 0,
        f"version {subject.version_of(created)}, which the create returned",
        subject.version_of(found),
    )


def check_create_returns_what_is_stored(subject: StorageUnderTest) -> None:
    """A create returns the object as it is stored: with its name, its uid and all that it had."""
    new = subject.mark(subject.new_object("one"), "first")
    given = subject.uid_of(new)
    created = subject.create(new)
    expect(subject.name_of(created) == "one", "a create to return 'one'", f"{subject.name_of(created)!r}")
    found = sorted(subject.marks(created))
    expect("first" in found, "a create to return the object with the label 'first'", found)
    found_again = subject.get("one")
    # A storage may give a uid to what has none.
    uid = given if given not in ("", "None") else subject.uid_of(found_again)
    for what, obj in (("a create to return", created), ("a get to return", found_again)):
        expect(subject.uid_of(obj) == uid, f"{what} the uid {uid!r}", f"{subject.uid_of(obj)!r}")


def check_create_twice(subject: StorageUnderTest) -> None:
    """A name is created once; the second attempt changes nothing, be it with the very same object."""
    first = subject.create(subject.new_object("one"))
    others = {"a second create of one name": subject.mark(subject.new_object("one"), "second")}
    others["a second create of the same object"] = subject.new_object("one")
    for what, again in others.items():
        expect_raises(subject.already_exists, lambda again=again: subject.create(again), what)  # type: ignore[misc]
    found = subject.get("one")
    expect("second" not in subject.marks(found), "the first object to stay", "the second one in its place")
    expect(subject.version_of(found) == subject.version_of(first), "the version to stay", subject.version_of(found))


def check_create_with_version(subject: StorageUnderTest) -> None:
    """An object that has a version already was stored before, and is not created."""
    stored = subject.create(subject.new_object("one"))
    subject.delete("one")
    try:
        subject.create(stored)
    except NonconformityError:
        raise
    except Exception:
        expect_raises(subject.not_found, lambda: subject.get("one"), "a get of what a refused create was about")
        return
    raise NonconformityError("expected a create of an object with a version to be refused; it was stored")


def check_missing(subject: StorageUnderTest) -> None:
    """An object that is not there can be neither got, updated nor deleted."""
    expect_raises(subject.not_found, lambda: subject.get("none"), "a get of what is not there")
    expect_raises(subject.not_found, lambda: subject.update("none", lambda obj: obj), "an update of what is not there")
    expect_raises(subject.not_found, lambda: subject.delete("none"), "a deletion of what is not there")


def check_names_that_begin_alike(subject: StorageUnderTest) -> None:
    """An object is found by its whole name: what happens to ``one`` is nothing to ``one-more``."""
    for name in ("one", "one-more", "on"):
        subject.create(subject.new_object(name))
    subject.update("one", lambda obj: subject.mark(obj, "changed"))
    for name in ("on", "one-more"):
        found = sorted(subject.marks(subject.get(name)))
        expect("changed" not in found, f"an update of 'one' to leave {name!r} alone", found)
    subject.delete("one")
    found = sorted(names(subject, subject.items(subject.list())))
    expect(found == ["on", "one-more"], "['on', 'one-more'] after 'one' was deleted", found)
