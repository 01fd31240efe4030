"""Listing and counting: all that is there, in order, and in pages that are of one moment."""

from __future__ import annotations

from typing import Any

from apivet.storage.judging import expect, names
from apivet.storage.subject import StorageUnderTest


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
    expect(counts == [0, 1, 2, 3, 3, 2], "the counts [0, 1, 2, 3, 3, 2]", counts)


def check_list(subject: StorageUnderTest) -> None:
    """A list has every object once, in its newest state."""
    for name in ("two", "one", "three"):
        subject.create(subject.new_object(name))
    subject.update("one", lambda obj: subject.mark(obj, "changed"))
    subject.delete("three")
    found = subject.items(subject.list())
    seen = sorted(names(subject, found))
    expect(seen == ["one", "two"], "['one', 'two']", seen)
    items = {subject.name_of(obj): obj for obj in found}
    expect("changed" in subject.marks(items["one"]), "the newest state of 'one'", sorted(subject.marks(items["one"])))
    got = subject.version_of(subject.get("one"))
    expect(subject.version_of(items["one"]) == got, f"version {got}", subject.version_of(items["one"]))


def check_list_in_order(subject: StorageUnderTest) -> None:
    """A list without a limit is in the order of the names, each time, whatever was written in which order."""
    for name in ("delta", "alpha", "charlie", "bravo"):
        subject.create(subject.new_object(name))
    expected = ["alpha", "bravo", "charlie", "delta"]
    seen = names(subject, subject.items(subject.list()))
    expect(seen == expected, f"a list without a limit in the order {expected}", seen)
    again = names(subject, subject.items(subject.list()))
    expect(again == expected, f"a second list without a limit in the order {expected}", again)
    subject.update("bravo", lambda obj: subject.mark(obj, "changed"))
    later = names(subject, subject.items(subject.list()))
    expect(later == expected, f"a list in the order {expected} after an update", later)


def check_list_in_pages(subject: StorageUnderTest) -> None:
    """Pages have every object once and in order, as of the first page: what is written between two pages is not in the
    second, and what is deleted there still is. A name that begins as the last one of a page did is on the next one."""
    every = ["object-0", "object-1", "object-1-more", "object-3", "object-4"]
    for name in every:
        subject.create(subject.new_object(name))
    page = subject.list(limit=2)
    found = names(subject, subject.items(page))
    expect(found == every[:2], f"the page {every[:2]}", found)
    expect(bool(subject.token_of(page)), "a token for going on", "none")
    expect(subject.remaining(page) in (None, 3), "3 remaining objects", subject.remaining(page))
    subject.create(subject.new_object("object-2-and-a-half"))
    subject.delete("object-3")
    found += names(subject, objects_behind(subject, page, 2, 2 * len(every)))
    expect(found == every, f"{every} over all pages", found)


def check_pages_are_of_one_moment(subject: StorageUnderTest) -> None:
    """An object of a later page is in the state that it had when the first page was read."""
    for name in ("alpha", "bravo", "charlie"):
        subject.create(subject.new_object(name))
    page = subject.list(limit=1)
    subject.update("charlie", lambda obj: subject.mark(obj, "changed"))
    for obj in objects_behind(subject, page, 1, 6):
        found = sorted(subject.marks(obj))
        what = f"the {subject.name_of(obj)!r} of a later page to be as it was at the first page"
        expect("changed" not in found, what, f"the labels {found}")


def objects_behind(subject: StorageUnderTest, page: Any, limit: int, most: int) -> list[Any]:
    """The objects behind a page; no more than ``most``."""
    found: list[Any] = []
    while subject.token_of(page):
        page = subject.list(limit=limit, token=subject.token_of(page))
        items = subject.items(page)
        found += items
        expect(len(found) <= most, "the pages to come to an end", f"{len(found)} objects")
        is_end = not items and bool(subject.token_of(page))
        expect(not is_end, "the pages to come to an end", "a page without objects, and a token for going on")
    return found
