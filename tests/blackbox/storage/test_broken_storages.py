"""Each check of the conformance suite that has a storage which nothing else catches."""

from __future__ import annotations

import copy
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from apivet.blackbox.storage_conformance import CHECKS, StorageUnderTest, run_check


class ExistsError(Exception):
    pass


class AbsentError(Exception):
    pass


class ConflictError(Exception):
    pass


@dataclass
class Metadata:
    name: str
    uid: str = ""
    resource_version: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Book:
    metadata: Metadata


@dataclass
class ListMetadata:
    continue_token: str = ""
    remaining_item_count: int | None = None


@dataclass
class Page:
    items: list[Book]
    metadata: ListMetadata


@dataclass
class Event:
    type: str
    object: Book


Wanted = tuple["str | None", "str | None"]
TryUpdate = Callable[[Book], Awaitable[Book]]
Validate = Callable[[Book], object]


class Versioner:
    def object_resource_version(self, book: Book) -> int:
        return int(book.metadata.resource_version or 0)


class Shelf:
    """A storage that keeps every promise, in steps that can go wrong one by one."""

    versioner = Versioner()
    attempts = 9

    def __init__(self) -> None:
        self.revision = 0
        self.books: dict[str, Book] = {}
        self.history: list[tuple[int, str, Book]] = []

    # ------------------------------------------------------------------------------------------------------ in detail

    def write(self, name: str, book: Book, kind: str) -> Book:
        self.revision += 1
        stored = copy.deepcopy(book)
        stored.metadata.resource_version = str(self.revision)
        if kind == "DELETED":
            self.books.pop(name, None)
        else:
            self.books[name] = stored
        self.history.append((self.revision, kind, copy.deepcopy(stored)))
        return copy.deepcopy(stored)

    def check(self, wanted: Wanted, book: Book) -> None:
        uid, version = wanted
        if uid not in (None, book.metadata.uid) or version not in (None, book.metadata.resource_version):
            raise ConflictError(f"{wanted} is not wanted")

    def is_still(self, name: str, book: Book) -> bool:
        return self.get(name).metadata.resource_version == book.metadata.resource_version

    def event(self, kind: str, book: Book) -> Event:
        return Event(kind, copy.deepcopy(book))

    # -------------------------------------------------------------------------------------------------- the interface

    def create(self, name: str, book: Book) -> Book:
        if book.metadata.resource_version:
            raise ValueError("it has a version")
        if name in self.books:
            raise ExistsError(name)
        return self.write(name, book, "ADDED")

    def get(self, name: str) -> Book:
        if name not in self.books:
            raise AbsentError(name)
        return copy.deepcopy(self.books[name])

    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        for _ in range(self.attempts):
            book = self.get(name)
            self.check(wanted, book)
            changed = await try_update(copy.deepcopy(book))
            if changed == book:
                return book
            if self.is_still(name, book):
                return self.write(name, changed, "MODIFIED")
        raise ConflictError(name)

    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        for _ in range(self.attempts):
            book = self.get(name)
            self.check(wanted, book)
            validate(copy.deepcopy(book))
            if self.is_still(name, book):
                return self.write(name, book, "DELETED")
        raise ConflictError(name)

    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        limit, token = options
        revision, after = token.split("/") if token else (str(self.revision), "")
        state: dict[str, Book] = {}
        for number, kind, book in self.history:
            if number <= int(revision):
                state.pop(book.metadata.name, None)
                if kind != "DELETED":
                    state[book.metadata.name] = book
        names = sorted(name for name in state if name > after)
        page = names[:limit]
        rest = len(names) - len(page)
        metadata = ListMetadata(f"{revision}/{page[-1]}" if rest else "", rest or None)
        return Page([copy.deepcopy(state[name]) for name in page], metadata)

    def watch(self, scope: str, version: str = "") -> Watch:
        return Watch(self, version)

    def count(self, scope: str) -> int:
        return len(self.books)


class Watch:
    def __init__(self, shelf: Shelf, version: str) -> None:
        self.shelf = shelf
        self.since = int(version) if version else shelf.revision
        self.first = [] if version else [shelf.event("ADDED", book) for book in shelf.books.values()]

    def poll(self) -> Sequence[Event]:
        first, self.first = self.first, []
        events = [self.shelf.event(kind, book) for number, kind, book in self.shelf.history if number > self.since]
        self.since = self.shelf.revision
        return [*first, *events]


class ShelfUnderTest(StorageUnderTest):
    already_exists, not_found, conflict = ExistsError, AbsentError, ConflictError

    def __init__(self, storage: Shelf) -> None:
        self.storage = storage

    def new_object(self, name: str) -> Book:
        return Book(Metadata(name, f"uid-of-{name}"))

    def key(self, name: str) -> str:
        return name

    def scope(self) -> str:
        return "books"

    def preconditions(self, uid: str | None, version: str | None) -> Wanted:
        return uid, version

    def page_options(self, limit: int | None, token: str) -> tuple[int | None, str]:
        return limit, token


# ------------------------------------------------------------------------------------------------------ what is broken

BROKEN: dict[str, type[Shelf]] = {}


def breaks(check: str) -> Callable[[type[Shelf]], type[Shelf]]:
    """The storage fails that check alone."""

    def note(shelf: type[Shelf]) -> type[Shelf]:
        BROKEN[f"{check} {shelf.__name__}"] = shelf
        return shelf

    return note


@breaks("check_nothing_at_first")
class NeedsALastItem(Shelf):
    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        assert options[0] is None or page.items[-1]
        return page


@breaks("check_create_returns_what_is_stored")
class ReturnsABlank(Shelf):
    def create(self, name: str, book: Book) -> Book:
        version = super().create(name, book).metadata.resource_version
        return Book(Metadata(name, book.metadata.uid, version))


@breaks("check_create_returns_what_is_stored")
class ForgetsTheUid(Shelf):
    def create(self, name: str, book: Book) -> Book:
        created = super().create(name, book)
        created.metadata.uid = ""
        return created


@breaks("check_create_twice")
class TakesTheSameForDone(Shelf):
    def create(self, name: str, book: Book) -> Book:
        there = self.books.get(name)
        if there is not None and there.metadata.labels == book.metadata.labels:
            return self.get(name)
        return super().create(name, book)


@breaks("check_create_with_version")
class StoresAndRefuses(Shelf):
    def create(self, name: str, book: Book) -> Book:
        if book.metadata.resource_version:
            self.write(name, book, "ADDED")
            raise ValueError("it has a version")
        return super().create(name, book)


@breaks("check_names_that_begin_alike")
class DeletesByPrefix(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        deleted = super().delete(name, wanted, validate)
        for other in [each for each in self.books if each.startswith(name)]:
            self.write(other, self.books[other], "DELETED")
        return deleted


@breaks("check_update_returns_what_is_stored")
class ReturnsTheOld(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        old = self.get(name)
        updated = await super().guaranteed_update(name, wanted, try_update)
        old.metadata.resource_version = updated.metadata.resource_version
        return old


@breaks("check_update_is_given_what_is_stored")
class GivesNoVersion(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        async def blind(book: Book) -> Book:
            version, book.metadata.resource_version = book.metadata.resource_version, ""
            changed = await try_update(book)
            changed.metadata.resource_version = version
            return changed

        return await super().guaranteed_update(name, wanted, blind)


@breaks("check_update_stores_what_is_returned")
class StoresWhatItGave(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        async def deaf(book: Book) -> Book:
            await try_update(book)
            return book

        return await super().guaranteed_update(name, wanted, deaf)


@breaks("check_update_with_right_preconditions")
class UpdatesNoKnownUid(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        if wanted[0] is not None:
            raise ConflictError(wanted)
        return await super().guaranteed_update(name, wanted, try_update)


@breaks("check_refused_update_leaves_no_trace")
class GivesItsLabels(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        async def shared(book: Book) -> Book:
            labels = self.books[name].metadata.labels
            book.metadata.labels = labels
            changed = await try_update(book)
            return copy.deepcopy(changed)

        return await super().guaranteed_update(name, wanted, shared)


@breaks("check_updated_are_copies")
class ReturnsTheStored(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        await super().guaranteed_update(name, wanted, try_update)
        return self.books[name]


@breaks("check_updated_are_copies")
class KeepsWhatWasReturned(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        made: list[Book] = []

        async def kept(book: Book) -> Book:
            made.append(await try_update(book))
            return made[-1]

        updated = await super().guaranteed_update(name, wanted, kept)
        self.books[name].metadata.labels = made[-1].metadata.labels
        return updated


@breaks("check_update_retried_again")
class TriesTwice(Shelf):
    attempts = 2


@breaks("check_update_preconditions_when_retried")
class UpdatesAfterOneLook(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        self.check(wanted, self.get(name))
        return await super().guaranteed_update(name, (None, None), try_update)


@breaks("check_update_of_what_goes")
class BringsBack(Shelf):
    async def guaranteed_update(self, name: str, wanted: Wanted, try_update: TryUpdate) -> Book:
        made: list[Book] = []
        self.get(name)

        async def noted(book: Book) -> Book:
            made.append(await try_update(book))
            return made[-1]

        try:
            return await super().guaranteed_update(name, wanted, noted)
        except AbsentError:
            return self.write(name, made[-1], "MODIFIED")


@breaks("check_delete_with_right_preconditions")
class DeletesNothingWanted(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        self.get(name)
        if wanted != (None, None):
            raise ConflictError(wanted)
        return super().delete(name, wanted, validate)


@breaks("check_validated_is_a_copy")
class ValidatesTheStored(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        return super().delete(name, wanted, lambda book: validate(self.books.get(name, book)))


@breaks("check_validated_is_a_copy")
class ValidatesWithItsLabels(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        def shared(book: Book) -> object:
            book.metadata.labels = self.books[name].metadata.labels
            return validate(book)

        return super().delete(name, wanted, shared)


@breaks("check_delete_validated_again")
class ValidatesOnce(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        validate(self.get(name))
        return super().delete(name, wanted, lambda book: None)


@breaks("check_delete_validated_again")
class SaysConflictAndDeletes(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        book = self.get(name)
        self.check(wanted, book)
        validate(self.get(name))
        newer = self.get(name)
        self.check(wanted, newer)
        deleted = self.write(name, newer, "DELETED")
        if newer != book:
            raise ConflictError(name)
        return deleted


@breaks("check_delete_preconditions_when_retried")
class DeletesAfterOneLook(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        self.check(wanted, self.get(name))
        return super().delete(name, (None, None), validate)


@breaks("check_delete_of_what_goes")
class DeletesTwice(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        book = self.get(name)
        try:
            return super().delete(name, wanted, validate)
        except AbsentError:
            return self.write(name, book, "DELETED")


@breaks("check_delete_of_what_goes")
class TellsOfItTwice(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        book = self.get(name)
        try:
            return super().delete(name, wanted, validate)
        except AbsentError:
            self.write(name, book, "DELETED")
            raise


@breaks("check_watch_from_a_version")
class WatchesFromNow(Shelf):
    def watch(self, scope: str, version: str = "") -> Watch:
        return Watch(self, str(self.revision) if version else "")


@breaks("check_watch_from_a_version")
class WatchesFromTheVersionItself(Shelf):
    def watch(self, scope: str, version: str = "") -> Watch:
        known = [number for number, _, _ in self.history]
        is_old = bool(version) and int(version) < known[-1]
        return Watch(self, str(int(version) - 1) if is_old else version)


@breaks("check_watched_as_it_was")
class TellsTheNewest(Shelf):
    def event(self, kind: str, book: Book) -> Event:
        event = super().event(kind, book)
        newest = self.books.get(book.metadata.name)
        if kind != "DELETED" and newest is not None:
            event.object.metadata.labels = dict(newest.metadata.labels)
        return event


@breaks("check_watched_deletion")
class TellsOfABlank(Shelf):
    def event(self, kind: str, book: Book) -> Event:
        event = super().event(kind, book)
        if kind == "DELETED":
            event.object.metadata.labels = {}
        return event


@breaks("check_watched_deletion")
class TellsAnotherVersion(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        deleted = super().delete(name, wanted, validate)
        self.revision += 1
        deleted.metadata.resource_version = str(self.revision)
        return deleted


@breaks("check_two_watches")
class TellsOneOfThem(Shelf):
    def watch(self, scope: str, version: str = "") -> Watch:
        if not version:
            return super().watch(scope)
        self.watches: dict[str, Watch] = getattr(self, "watches", {})
        return self.watches.setdefault(version, Watch(self, version))


@breaks("check_refused_is_not_told")
class TellsBeforeItLooks(Shelf):
    def create(self, name: str, book: Book) -> Book:
        if name in self.books:
            version = self.books[name].metadata.resource_version
            self.write(name, self.books[name], "ADDED")
            self.books[name].metadata.resource_version = version
        return super().create(name, book)


@breaks("check_created_again_is_added")
class TellsOfAChange(Shelf):
    def create(self, name: str, book: Book) -> Book:
        created = super().create(name, book)
        number, _, stored = self.history[-1]
        if any(each.metadata.name == name for _, _, each in self.history[:-1]):
            self.history[-1] = (number, "MODIFIED", stored)
        return created


@breaks("check_watched_are_copies")
class TellsTheStored(Shelf):
    def event(self, kind: str, book: Book) -> Event:
        return Event(kind, book)


@breaks("check_watched_are_copies")
class ReturnsWhatItTells(Shelf):
    def delete(self, name: str, wanted: Wanted, validate: Validate) -> Book:
        super().delete(name, wanted, validate)
        return self.history[-1][2]


@breaks("check_list_in_order")
class ListsBackwards(Shelf):
    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        if options[0] is None:
            page.items.reverse()
        return page


@breaks("check_list_in_order")
class ListsTheNewestFirst(Shelf):
    lists = 0

    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        if options[0] is None:
            newest = {book.metadata.name: number for number, kind, book in self.history if kind == "MODIFIED"}
            page.items.sort(key=lambda book: -newest.get(book.metadata.name, 0))
        return page


@breaks("check_list_in_order")
class ListsAnotherWayEachTime(Shelf):
    lists = 0

    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        self.lists += 1
        if self.lists % 2 == 0 and options[0] is None:
            page.items.reverse()
        return page


@breaks("check_list_in_pages")
class GoesOnBehindAllThatBeginAlike(Shelf):
    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        limit, token = options
        return super().get_list(scope, (limit, f"{token}~" if token else ""))


@breaks("check_pages_are_of_one_moment")
class PagesOfNow(Shelf):
    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        for number, book in enumerate(page.items):
            with suppress(AbsentError):
                page.items[number] = self.get(book.metadata.name)
        return page


@breaks("check_listed_are_copies")
class ListsItsHistory(Shelf):
    def get_list(self, scope: str, options: tuple[int | None, str]) -> Page:
        page = super().get_list(scope, options)
        for book in page.items:
            stored = self.books.get(book.metadata.name, book)
            if stored.metadata.resource_version == book.metadata.resource_version:
                book.metadata.labels = stored.metadata.labels
        return page


def failing(shelf: type[Shelf]) -> dict[str, str]:
    found = {check.__name__: run_check(check, ShelfUnderTest(shelf())) for check in CHECKS}
    return {name: failure for name, failure in found.items() if failure is not None}


def test_the_storage_that_the_broken_ones_come_from_keeps_every_promise() -> None:
    assert failing(Shelf) == {}


@pytest.mark.parametrize("name", BROKEN)
def test_one_check_alone_sees_what_is_broken(name: str) -> None:
    check, _, _ = name.partition(" ")
    found = failing(BROKEN[name])
    assert list(found) == [check], found
    assert found[check].startswith("expected ")
    assert "; saw " in found[check] or "; it returned " in found[check]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "check_update_preconditions_when_retried UpdatesAfterOneLook",
            "expected an update of a version that goes stale while its callback runs to raise ConflictError when it is"
            " tried again; saw it stored its change",
        ),
        (
            "check_delete_with_right_preconditions DeletesNothingWanted",
            "expected a deletion of the right uid to be done; saw ConflictError: ('uid-of-object-0', None)",
        ),
        (
            "check_delete_validated_again SaysConflictAndDeletes",
            "expected a deletion that meets an update and is a conflict to leave the object; saw ConflictError, and the"
            " object is gone",
        ),
        (
            "check_listed_are_copies ListsItsHistory",
            "expected a change of an object of a list to stay there; saw it in what is stored, at metadata.labels",
        ),
        (
            "check_watch_from_a_version WatchesFromNow",
            "expected a watch from a version behind which there are 3 writes to begin with [('MODIFIED', 'one'),"
            " ('ADDED', 'two'), ('DELETED', 'one')]; saw []",
        ),
    ],
)
def test_it_says_what_was_expected_and_what_was_seen(name: str, told: str) -> None:
    assert failing(BROKEN[name]) == {name.partition(" ")[0]: told}


def test_which_call_raised_is_told() -> None:
    class Rusty(Shelf):
        def count(self, scope: str) -> int:
            raise SystemExit("no\nmore")

    assert failing(Rusty)["check_count"] == "expected no exception; saw SystemExit in count: no more"


def test_an_interrupt_is_no_answer_of_a_storage() -> None:
    class Interrupted(Shelf):
        def count(self, scope: str) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        failing(Interrupted)


def test_a_storage_that_can_not_be_closed_is_told_behind_what_a_check_found() -> None:
    class Stuck(ShelfUnderTest):
        def close(self) -> None:
            raise OSError("it is in use")

    def check(subject: Any) -> None:
        subject.get("none")

    closing = "expected no exception; saw OSError in close: it is in use"
    assert run_check(lambda subject: None, Stuck(Shelf())) == closing
    assert run_check(check, Stuck(Shelf())) == f"expected no exception; saw AbsentError in get: none; {closing}"
