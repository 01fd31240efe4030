"""Optional promises of a storage: objects that expire, a get of nothing, cached objects, namespaces.

A subject that does not offer it says so by not overriding the call; the check is then none of its storage's business.
"""

from __future__ import annotations

import time
from typing import Any

from apivet.storage.judging import expect, expect_done, expect_marks, expect_raises, is_there, names, told, watched
from apivet.storage.listing import objects_behind
from apivet.storage.subject import StorageUnderTest

#: Seconds that an object with a time to live lives, and within which it is gone after that.
_LIFE, _GRACE = 1, 5.0


def check_ignore_not_found(subject: StorageUnderTest) -> None:
    """A get that ignores what is missing returns nothing, and otherwise what any get returns."""
    found = subject.get_or_none("none")
    expect(found is None, "nothing, of a get that ignores what is missing", type(found).__name__)
    subject.create(subject.mark(subject.new_object("one"), "first"))
    expect_marks(subject, subject.get_or_none("one"), {"first"}, "a get that ignores what is missing to return 'one'")


def check_time_to_live(subject: StorageUnderTest) -> None:
    """An object with a time to live is there until that is over, and nowhere afterwards; others stay."""
    subject.create(subject.new_object("stays"))
    begun = time.monotonic()
    subject.create_for(subject.new_object("goes"), _LIFE)
    was_there = is_there(subject, "goes")
    time.sleep(_LIFE / 2)
    was_there = was_there and is_there(subject, "goes")
    in_time = time.monotonic() - begun < _LIFE
    expect(was_there or not in_time, "an object to be there while its time to live is not over", "no such object")
    while is_there(subject, "goes") and time.monotonic() - begun < _LIFE + _GRACE:
        time.sleep(0.05)
    expect(not is_there(subject, "goes"), f"an object to be gone {_GRACE:g} seconds after its time to live", "it there")
    found = names(subject, subject.items(subject.list()))
    expect(found == ["stays"], "['stays'] in a list once a time to live is over", found)
    expect(subject.count() == 1, "the count 1 once a time to live is over", subject.count())
    again = subject.mark(subject.new_object("goes"), "again")
    expect_done(subject, lambda: subject.create(again), "a create of what has expired")


def check_stale_cached_object(subject: StorageUnderTest) -> None:
    """An update that is given an older state of the object, out of a cache, is made of the newest one."""
    cached = subject.create(subject.mark(subject.new_object("one"), "first"))
    subject.update("one", lambda obj: subject.mark(obj, "theirs"))
    updated = subject.update_from("one", cached, lambda obj: subject.mark(obj, "ours"))
    every = {"first", "theirs", "ours"}
    expect_marks(subject, updated, every, "an update from a stale cache to return the object")
    expect_marks(subject, subject.get("one"), every, "an update from a stale cache to store the object")
    cached = subject.get("one")
    subject.delete("one")
    what = "an update from the cached state of what is gone"
    expect_raises(subject.not_found, lambda: subject.update_from("one", cached, lambda obj: obj), what)


def check_stale_cached_refusal(subject: StorageUnderTest) -> None:
    """A callback that refuses an older state, out of a cache, is asked again with the newest one."""
    cached = subject.create(subject.new_object("one"))
    subject.update("one", lambda obj: subject.mark(obj, "ready"))

    def finish(obj: Any) -> Any:
        if "ready" not in subject.marks(obj):
            raise subject.conflict("it is not ready")
        return subject.mark(obj, "done")

    what = "an update that refuses the stale state of a cache and accepts the newest one"
    expect_done(subject, lambda: subject.update_from("one", cached, finish), what)
    expect_marks(subject, subject.get("one"), {"ready", "done"}, f"{what} to store the object")


def check_stale_cached_deletion(subject: StorageUnderTest) -> None:
    """A deletion that is given an older state of the object, out of a cache, is validated with the newest one."""
    cached = subject.create(subject.new_object("one"))
    subject.update("one", lambda obj: subject.mark(obj, "newest"))
    seen: list[list[str]] = []
    deleted = subject.delete_from("one", cached, lambda obj: seen.append(sorted(subject.marks(obj))))
    expect(bool(seen) and "newest" in seen[-1], "the newest state to be validated last", seen)
    expect_marks(subject, deleted, {"newest"}, "a deletion from a stale cache to return the last state")
    expect(not is_there(subject, "one"), "a deletion from a stale cache to be done", "the object is still there")


def check_stale_cached_validation(subject: StorageUnderTest) -> None:
    """A validation that refuses the deletion of an older state, out of a cache, is asked again with the newest one."""
    cached = subject.create(subject.new_object("one"))
    subject.update("one", lambda obj: subject.mark(obj, "released"))

    def validate(obj: Any) -> None:
        if "released" not in subject.marks(obj):
            raise subject.conflict("it is in use")

    what = "a deletion whose validation refuses the stale state of a cache and accepts the newest one"
    expect_done(subject, lambda: subject.delete_from("one", cached, validate), what)
    expect(not is_there(subject, "one"), f"{what} to be done", "the object is still there")


def check_namespaces_that_begin_alike(subject: StorageUnderTest) -> None:
    """Objects of the namespace ``ns10`` are not in ``ns1``: not in its lists, in pages or
    whole, its count, or its watches, from a version or from now on."""
    short, long = subject.namespace("ns1"), subject.namespace("ns10")
    poll = watched(short)
    origin = long.version_text(long.create(long.new_object("one")))
    expect(not is_there(short, "one"), "'one' of ns10 not to be in ns1", "an object")
    for name in ("three", "two"):
        short.create(short.mark(short.new_object(name), "short"))
    long.create(long.mark(long.new_object("two"), "long"))
    for what, each, expected in (("ns1", short, ["three", "two"]), ("ns10", long, ["one", "two"])):
        found = sorted(names(each, each.items(each.list())))
        expect(found == expected, f"{expected} in a list of {what}", found)
        page = each.list(limit=1)
        found = sorted(names(each, [*each.items(page), *objects_behind(each, page, 1, 2 * len(expected))]))
        expect(found == expected, f"{expected} over all pages of {what}", found)
        expect(each.count() == len(expected), f"the count {len(expected)} of {what}", each.count())
    short.delete("two")
    expect_marks(long, long.get("two"), {"long"}, "a deletion in ns1 to leave that of ns10")
    changes = [("ADDED", "three"), ("ADDED", "two"), ("DELETED", "two")]
    for what, events in (("a watch", poll()), ("a watch from a version", short.watch(origin)())):
        expect(told(short, events) == changes, f"{changes} from {what} of ns1", told(short, events))
