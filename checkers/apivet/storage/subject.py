"""A storage that checks are run against, and how they speak to it."""

from __future__ import annotations

import asyncio
import atexit
import inspect
import threading
import unittest
from collections.abc import Callable, Sequence
from typing import Any, Final


class NotOfferedError(unittest.SkipTest):
    """A storage does not offer what a check is about; test runners skip the check then."""

    def __init__(self) -> None:
        super().__init__("the storage does not offer it")


class StorageUnderTest:
    """A storage, and how a check speaks to it.

    ``storage`` has the methods of the API server's ``storage.Interface``: ``create``, ``get``, ``get_list``,
    ``guaranteed_update``, ``delete``, ``watch`` and ``count``. They may be async. The three exceptions are those that
    it raises; a storage whose methods take something else in another order overrides the calls below.
    """

    storage: Any
    already_exists: type[BaseException]
    not_found: type[BaseException]
    conflict: type[BaseException]

    # ---------------------------------------------------------------------------- what each project says for itself

    def new_object(self, name: str) -> Any:
        """An object of that name which was never stored."""
        raise NotImplementedError

    def key(self, name: str) -> Any:
        """The key under which the object of that name is kept."""
        raise NotImplementedError

    def scope(self) -> Any:
        """All keys of the resource: what is listed, watched and counted."""
        raise NotImplementedError

    def mark(self, obj: Any, text: str) -> Any:
        """The object, or a changed copy of it, with a text added to those that it bears already."""
        obj.metadata.labels = {**obj.metadata.labels, text: text}
        return obj

    def marks(self, obj: Any) -> frozenset[str]:
        """The texts that an object bears."""
        return frozenset(obj.metadata.labels)

    def preconditions(self, uid: str | None, version: str | None) -> Any:
        """That the object has this uid, or is at this version; ``None``: whatever it has."""
        raise NotImplementedError

    def page_options(self, limit: int | None, token: str) -> Any:
        """The options of a list that asks for so many items at most, from where another list left off."""
        raise NotImplementedError

    def close(self) -> None:
        """Give back what the storage holds."""

    # ------------------------------------------------------------------- what a storage may offer besides: override it

    def second(self) -> StorageUnderTest:
        """The same data over a connection of its own, as another process of the server has it. It is used, and closed,
        in another thread."""
        raise NotOfferedError

    def namespace(self, name: str) -> StorageUnderTest:
        """The same storage, whose new objects, keys and scope are of that namespace."""
        raise NotOfferedError

    def get_or_none(self, name: str) -> Any:
        """The newest state; ``None`` where there is none (``ignore_not_found``)."""
        raise NotOfferedError

    def create_for(self, obj: Any, seconds: int) -> Any:
        """Store a new object that is gone after so many seconds."""
        raise NotOfferedError

    def update_from(self, name: str, cached: Any, change: Callable[[Any], Any]) -> Any:
        """A guaranteed update that begins with a state from a cache, which may be stale."""
        raise NotOfferedError

    def delete_from(self, name: str, cached: Any, validate: Callable[[Any], Any]) -> Any:
        """A deletion that begins with a state from a cache, which may be stale."""
        raise NotOfferedError

    # -------------------------------------------------------------------------------------- how objects and pages look

    def name_of(self, obj: Any) -> str:
        """The object's name."""
        return str(obj.metadata.name)

    def uid_of(self, obj: Any) -> str:
        """The object's uid."""
        return str(obj.metadata.uid)

    def version_of(self, obj: Any) -> int:
        """At which revision the object was stored, as a number that grows with every write."""
        return int(self.storage.versioner.object_resource_version(obj))

    def version_text(self, obj: Any) -> str:
        """The version as clients know it."""
        return str(obj.metadata.resource_version)

    def token_of(self, page: Any) -> str:
        """The token to go on behind a page; empty at the end."""
        return page.metadata.continue_token or ""

    def remaining(self, page: Any) -> int | None:
        """The number of objects behind a page, where it says so."""
        found: int | None = page.metadata.remaining_item_count
        return found

    def items(self, page: Any) -> Sequence[Any]:
        """The objects of a page."""
        return list(page.items)

    # ------------------------------------------------------------------------------------------------------ the calls

    def create(self, obj: Any) -> Any:
        """Store a new object."""
        return settled(self.storage.create(self.key(self.name_of(obj)), obj))

    def get(self, name: str) -> Any:
        """The newest state."""
        return settled(self.storage.get(self.key(name)))

    def update(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Any:
        """A guaranteed update."""
        has_own = type(self).updating is not StorageUnderTest.updating
        by = self.updating if has_own else self._guaranteed_update
        return settled(by(name, change, uid=uid, version=version))

    def updating(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Any:
        """The same, still to be awaited where the storage is async; what ``change`` returns then may be, too. It goes
        by ``update`` where a project has its own."""
        has_own = type(self).update is not StorageUnderTest.update
        by = self.update if has_own else self._guaranteed_update
        return by(name, change, uid=uid, version=version)

    def _guaranteed_update(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None, version: str | None
    ) -> Any:
        async def try_update(obj: Any) -> Any:
            result = change(obj)
            return await result if inspect.isawaitable(result) else result

        return self.storage.guaranteed_update(self.key(name), self.preconditions(uid, version), try_update)

    def delete(
        self,
        name: str,
        *,
        uid: str | None = None,
        version: str | None = None,
        validate: Callable[[Any], Any] = lambda obj: None,
    ) -> Any:
        """Delete an object, unless ``validate`` raises."""
        return settled(self.storage.delete(self.key(name), self.preconditions(uid, version), validate))

    def deleting(self, name: str) -> Any:
        """The same without conditions, still to be awaited where the storage is async. It goes by ``delete`` where a
        project has its own; one that is async says here what to await."""
        if type(self).delete is not StorageUnderTest.delete:
            return self.delete(name)
        return self.storage.delete(self.key(name), self.preconditions(None, None), lambda obj: None)

    def list(self, limit: int | None = None, token: str = "") -> Any:
        """A page of the list."""
        return settled(self.storage.get_list(self.scope(), self.page_options(limit, token)))

    def watch(self, version: str = "") -> Callable[[], Sequence[tuple[str, Any]]]:
        """A function that returns the events since the last call: ``ADDED``, ``MODIFIED`` or ``DELETED`` with the
        object."""
        watch = settled(self.storage.watch(self.scope(), version))

        def poll() -> Sequence[tuple[str, Any]]:
            return [(str(getattr(event.type, "value", event.type)), event.object) for event in settled(watch.poll())]

        return poll

    def count(self) -> int:
        """The number of objects."""
        return int(settled(self.storage.count(self.scope())))


#: The event loop of each thread. All calls of a storage are made in one loop, as it may have left something there.
_LOOPS: Final = threading.local()


def settled(result: Any) -> Any:
    """The result of a call, awaited where it is an awaitable."""
    return _loop().run_until_complete(_awaited(result)) if inspect.isawaitable(result) else result


def _loop() -> asyncio.AbstractEventLoop:
    loop: asyncio.AbstractEventLoop | None = getattr(_LOOPS, "loop", None)
    if loop is None or loop.is_closed():
        loop = _LOOPS.loop = asyncio.new_event_loop()
        atexit.register(loop.close)
    return loop


def behind(first: Any, then: Callable[[], Any]) -> Any:
    """Do ``then`` once a call is through, inside of another call's callback: to be awaited where the first is. Where
    nobody awaits it, it goes on as soon as the other call waits for something, as that of any other client does."""
    if not inspect.isawaitable(first):
        return then()
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        settled(first)
        return then()

    async def both() -> Any:
        await first
        return then()

    going_on = asyncio.ensure_future(both())
    going_on.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may well come too late
    return going_on


async def _awaited(result: Any) -> Any:
    return await result
