"""Storages of several styles that keep every promise, and are told of none that they break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from apivet.blackbox.storage_conformance import CHECKS, Check, StorageUnderTest, run_check
from apivet.storage.subject import settled


class ExistsError(Exception):
    pass


class AbsentError(Exception):
    pass


class ConflictError(Exception):
    pass


# ------------------------------------------------------------------------------------------------------ JSON, awaited


class Documents:
    """Objects are dictionaries, and kept as JSON. Every method is awaited and gives way to others; a lock that belongs
    to the event loop guards each write."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.written: list[tuple[str, str, bytes]] = []

    async def state(self, revision: int | None = None) -> dict[str, bytes]:
        await asyncio.sleep(0)
        found: dict[str, bytes] = {}
        for kind, name, document in self.written[:revision]:
            if kind == "DELETED":
                del found[name]
            else:
                found[name] = document
        return found

    @asynccontextmanager
    async def at(self, name: str, version: str | None) -> Any:
        """The only writer, where the object is still at that version."""
        async with self.lock:
            known = (await self.state()).get(name)
            if (None if known is None else json.loads(known)["version"]) != version:
                raise ConflictError(name)
            yield

    async def write(self, kind: str, name: str, obj: dict[str, Any]) -> dict[str, Any]:
        stored = {**obj, "version": str(len(self.written) + 1)}
        self.written.append((kind, name, json.dumps(stored).encode()))
        await asyncio.sleep(0)
        return dict(json.loads(self.written[-1][2]))

    async def create(self, name: str, obj: dict[str, Any]) -> dict[str, Any]:
        if obj["version"]:
            raise ValueError(obj["version"])
        try:
            async with self.at(name, None):
                return await self.write("ADDED", name, obj)
        except ConflictError:
            raise ExistsError(name) from None

    async def get(self, name: str) -> dict[str, Any]:
        found = (await self.state()).get(name)
        if found is None:
            raise AbsentError(name)
        return dict(json.loads(found))

    async def newest(self, name: str, conditions: dict[str, str]) -> dict[str, Any]:
        found = await self.get(name)
        if any(found[key] != value for key, value in conditions.items()):
            raise ConflictError(name)
        return found

    async def guaranteed_update(
        self, name: str, conditions: dict[str, str], change: Callable[[Any], Awaitable[Any]]
    ) -> dict[str, Any]:
        while True:
            obj = await self.newest(name, conditions)
            changed = await change(json.loads(json.dumps(obj)))
            if changed == obj:
                return obj
            try:
                async with self.at(name, obj["version"]):
                    return await self.write("MODIFIED", name, changed)
            except ConflictError:
                continue

    async def delete(self, name: str, conditions: dict[str, str], validate: Callable[[Any], Any]) -> dict[str, Any]:
        while True:
            obj = await self.newest(name, conditions)
            awaitable = validate(json.loads(json.dumps(obj)))
            if awaitable is not None:
                await awaitable
            try:
                async with self.at(name, obj["version"]):
                    return await self.write("DELETED", name, obj)
            except ConflictError:
                continue

    async def get_list(self, scope: None, options: dict[str, Any]) -> dict[str, Any]:
        revision, after = options.get("continue") or (len(self.written), "")
        state = await self.state(revision)
        names = sorted(name for name in state if name > after)
        page = names[: options.get("limit")]
        token = (revision, page[-1]) if len(page) < len(names) else None
        return {"items": [json.loads(state[name]) for name in page], "continue": token}

    async def watch(self, scope: None, version: str) -> Events:
        if version:
            return Events(self, int(version), [])
        state = await self.state()
        return Events(self, len(self.written), [("ADDED", name, state[name]) for name in state])

    async def count(self, scope: None) -> int:
        return len(await self.state())


@dataclass
class Events:
    documents: Documents
    since: int
    waiting: list[tuple[str, str, bytes]]

    async def poll(self) -> list[tuple[str, Any]]:
        await asyncio.sleep(0)
        events = [*self.waiting, *self.documents.written[self.since :]]
        self.waiting, self.since = [], len(self.documents.written)
        return [(kind, json.loads(document)) for kind, _, document in events]


class DocumentsUnderTest(StorageUnderTest):
    already_exists, not_found, conflict = ExistsError, AbsentError, ConflictError

    def __init__(self) -> None:
        self.storage = Documents()

    def new_object(self, name: str) -> dict[str, Any]:
        return {"name": name, "uid": f"uid-{name}", "version": "", "data": {"tags": [], "parts": [{"a": 1}]}}

    def key(self, name: str) -> str:
        return name

    def scope(self) -> None:
        return None

    def mark(self, obj: Any, text: str) -> Any:
        obj["data"]["tags"].append(text)
        return obj

    def marks(self, obj: Any) -> frozenset[str]:
        return frozenset(obj["data"]["tags"])

    def preconditions(self, uid: str | None, version: str | None) -> dict[str, str]:
        return {key: value for key, value in (("uid", uid), ("version", version)) if value is not None}

    def page_options(self, limit: int | None, token: Any) -> dict[str, Any]:
        return {"limit": limit, "continue": token}

    def name_of(self, obj: Any) -> str:
        return str(obj["name"])

    def uid_of(self, obj: Any) -> str:
        return str(obj["uid"])

    def version_of(self, obj: Any) -> int:
        return int(obj["version"] or 0)

    def version_text(self, obj: Any) -> str:
        return str(obj["version"])

    def token_of(self, page: Any) -> Any:
        return page["continue"]

    def remaining(self, page: Any) -> None:
        return None

    def items(self, page: Any) -> list[Any]:
        return list(page["items"])

    def watch(self, version: str = "") -> Callable[[], list[tuple[str, Any]]]:
        events = settled(self.storage.watch(None, version))
        return lambda: list(settled(events.poll()))


# ----------------------------------------------------------------------------------------------- frozen, never copied


@dataclass(frozen=True)
class Card:
    """Nobody can change it, so that everybody may have the one that is stored."""

    name: str
    uid: str
    version: int = 0
    labels: frozenset[str] = frozenset()


class Cards:
    """Gives up a deletion that meets another write: a conflict, and the client asks again."""

    def __init__(self) -> None:
        self.log: list[tuple[str, Card]] = []
        self.now: dict[str, Card] = {}

    def write(self, kind: str, card: Card) -> Card:
        stored = replace(card, version=len(self.log) + 1)
        self.log.append((kind, stored))
        if kind == "DELETED":
            del self.now[card.name]
        else:
            self.now[card.name] = stored
        return stored

    def find(self, name: str, uid: str | None = None, version: str | None = None) -> Card:
        try:
            card = self.now[name]
        except KeyError:
            raise AbsentError(name) from None
        if uid not in (None, card.uid) or version not in (None, str(card.version)):
            raise ConflictError(name)
        return card


class CardsUnderTest(StorageUnderTest):
    """Its methods have other names and take other things: the calls themselves are its own."""

    already_exists, not_found, conflict = ExistsError, AbsentError, ConflictError

    def __init__(self) -> None:
        self.storage = Cards()
        #: What is left of lists; the token is the number of one.
        self.left: list[list[Card]] = []

    def new_object(self, name: str) -> Card:
        return Card(name, f"uid-{name}")

    def mark(self, obj: Card, text: str) -> Card:
        return replace(obj, labels=obj.labels | {text})

    def marks(self, obj: Card) -> frozenset[str]:
        return obj.labels

    def name_of(self, obj: Card) -> str:
        return obj.name

    def uid_of(self, obj: Card) -> str:
        return obj.uid

    def version_of(self, obj: Card) -> int:
        return obj.version

    def version_text(self, obj: Card) -> str:
        return str(obj.version)

    def create(self, obj: Card) -> Card:
        if obj.version:
            raise ValueError(obj.version)
        if obj.name in self.storage.now:
            raise ExistsError(obj.name)
        return self.storage.write("ADDED", obj)

    def get(self, name: str) -> Card:
        return self.storage.find(name)

    def updating(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Card:
        while True:
            card = self.storage.find(name, uid, version)
            changed = change(card)
            if changed.labels == card.labels:
                return card
            if self.storage.find(name) is card:
                return self.storage.write("MODIFIED", changed)

    def delete(
        self,
        name: str,
        *,
        uid: str | None = None,
        version: str | None = None,
        validate: Callable[[Any], Any] = lambda obj: None,
    ) -> Card:
        card = self.storage.find(name, uid, version)
        validate(card)
        self.storage.find(name, version=str(card.version))
        return self.storage.write("DELETED", card)

    def list(self, limit: int | None = None, token: Any = "") -> tuple[list[Card], int]:
        waiting = self.left[token - 1] if token else [self.storage.now[name] for name in sorted(self.storage.now)]
        size = len(waiting) if limit is None else limit
        self.left.append(waiting[size:])
        return waiting[:size], len(self.left) if self.left[-1] else 0

    def items(self, page: Any) -> list[Card]:
        return list(page[0])

    def token_of(self, page: Any) -> Any:
        return page[1]

    def remaining(self, page: Any) -> None:
        return None

    def watch(self, version: str = "") -> Callable[[], list[tuple[str, Any]]]:
        def events() -> Iterator[list[tuple[str, Any]]]:
            since = int(version) if version else len(self.storage.log)
            yield [] if version else [("ADDED", card) for card in self.storage.now.values()]
            while True:
                log = self.storage.log[since:]
                since += len(log)
                yield log

        told = events()
        first = next(told)

        def poll() -> list[tuple[str, Any]]:
            begun = list(first)
            first.clear()
            return [*begun, *next(told)]

        return poll

    def count(self) -> int:
        return len(self.storage.now)


class PlainlyUpdatedUnderTest(CardsUnderTest):
    """Says how a card is updated, and leaves it to the suite to do that while another update is made."""

    updating = StorageUnderTest.updating

    def update(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Card:
        return CardsUnderTest.updating(self, name, change, uid=uid, version=version)


@pytest.mark.filterwarnings("error")
class UnawaitedUnderTest(DocumentsUnderTest):
    """Its validation is called, and not awaited; ``looks`` whether the object is still the one that was validated."""

    def __init__(self, *, looks: bool = True) -> None:
        super().__init__()
        documents = self.storage

        async def delete(name: str, conditions: dict[str, str], validate: Callable[[Any], Any]) -> dict[str, Any]:
            while True:
                obj: dict[str, Any] = await documents.newest(name, conditions)
                validate(json.loads(json.dumps(obj)))
                for _ in range(20):
                    await asyncio.sleep(0)
                obj = obj if looks else await documents.get(name)
                try:
                    async with documents.at(name, obj["version"]):
                        return dict(await documents.write("DELETED", name, obj))
                except ConflictError:
                    continue

        documents.delete = delete  # type: ignore[method-assign]


@pytest.mark.parametrize("make", [DocumentsUnderTest, UnawaitedUnderTest, CardsUnderTest, PlainlyUpdatedUnderTest])
@pytest.mark.parametrize("check", CHECKS)
def test_a_storage_of_another_style_keeps_every_promise(check: Check, make: Callable[[], StorageUnderTest]) -> None:
    subject = make()
    check(subject)
    subject.close()


def test_all_awaited_calls_are_made_in_one_event_loop() -> None:
    async def loop() -> int:
        return id(asyncio.get_running_loop())

    assert settled(loop()) == settled(loop())


def test_a_deletion_of_its_own_is_what_others_delete_by() -> None:
    subject = CardsUnderTest()
    subject.create(subject.new_object("one"))
    assert subject.deleting("one").name == "one"
    assert subject.count() == 0


def test_where_a_validation_is_not_awaited_others_write_as_soon_as_the_storage_waits() -> None:
    wrong = {check.__name__: run_check(check, UnawaitedUnderTest(looks=False)) for check in CHECKS}
    assert [name for name, found in wrong.items() if found] == [
        "check_delete_validated_again",
        "check_delete_preconditions_when_retried",
    ]
