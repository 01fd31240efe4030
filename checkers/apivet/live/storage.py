"""A resource of a running server as a storage: the promises that every storage makes, asked over HTTP."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from apivet.live.answers import ServerAnswer
from apivet.live.bench import ResourceBench
from apivet.live.errors import LiveError
from apivet.live.journal import ObjectKey
from apivet.live.objects import Sent, uid_of
from apivet.live.paths import get
from apivet.live.watching import events_of
from apivet.storage.subject import NotOfferedError, StorageUnderTest

#: How often an update without conditions meets somebody else's.
_ATTEMPTS: Final = 4
#: Where the texts are that a check marks objects with.
_MARKS: Final = "marks"


class StorageRefusalError(Exception):
    """A call that the server does not carry out; a check may ask for that, or not."""


class AlreadyExistsError(StorageRefusalError):
    """A create of a name that is taken."""


class NotFoundError(StorageRefusalError):
    """A request about an object that is not there."""


class ConflictError(StorageRefusalError):
    """A write of another object, or of another state, than the stored one."""


class CreateRefusedError(StorageRefusalError):
    """A create that the server does not take."""


class UnclearError(LiveError):
    """An answer that is no verdict, or a state that others have a hand in."""


class ServedStorage(StorageUnderTest):
    """The objects of one resource that one check makes. ``failure`` is what stood in the way of asking."""

    already_exists, not_found, conflict = AlreadyExistsError, NotFoundError, ConflictError

    def __init__(self, bench: ResourceBench, document: dict[str, Any], domain: str, number: int) -> None:
        self._bench = bench
        self._objects = bench.objects
        self._document = document
        self._domain = domain
        self._check = f"s{number}"
        self._keys: dict[str, ObjectKey] = {}
        self._shorts: dict[str, str] = {}
        #: The writes that were carried out: their versions, where they are known; and what was stored, in any order.
        self._writes: list[str] = []
        self._stored: set[str] = set()
        self.log: list[Sent] = []
        self.failure: LiveError | None = None

    # --------------------------------------------------------------------------------------------- objects and pages

    def new_object(self, name: str) -> Any:
        """The valid object, with a name and a label of the check's."""
        key, body = self._bench.named(self._document, f"-{self._check}-{name}")
        self._keys[name], self._shorts[key.name] = key, name
        labels = body["metadata"].setdefault("labels", {})
        labels[f"{self._domain}/check"] = self._label
        return body

    @property
    def _label(self) -> str:
        return f"{self._objects.journal.run}-{self._check}"

    def mark(self, obj: Any, text: str) -> Any:
        """The object with one more text in an annotation."""
        annotations = obj["metadata"].setdefault("annotations", {})
        annotations[f"{self._domain}/{_MARKS}"] = json.dumps(sorted({*self.marks(obj), text}))
        return obj

    def marks(self, obj: Any) -> frozenset[str]:
        """The texts of the annotation."""
        told = get(obj, ("metadata", "annotations", f"{self._domain}/{_MARKS}"))
        try:
            listed = json.loads(told) if isinstance(told, str) else []
        except ValueError:
            listed = []
        return frozenset(each for each in listed if isinstance(each, str)) if isinstance(listed, list) else frozenset()

    def name_of(self, obj: Any) -> str:
        """The name in the check's words."""
        name = get(obj, ("metadata", "name"))
        return self._shorts.get(name, "") if isinstance(name, str) else ""

    def uid_of(self, obj: Any) -> str:
        return uid_of(obj)

    def version_of(self, obj: Any) -> int:
        """The version as a number: clients may compare versions that are numbers."""
        text = self.version_text(obj)
        if not (text.isascii() and text.isdigit()):
            raise NotOfferedError
        return int(text)

    def version_text(self, obj: Any) -> str:
        found = get(obj, ("metadata", "resourceVersion"))
        return found if isinstance(found, str) else ""

    def token_of(self, page: Any) -> str:
        found = get(page, ("metadata", "continue"))
        return found if isinstance(found, str) else ""

    def remaining(self, page: Any) -> int | None:
        found = get(page, ("metadata", "remainingItemCount"))
        return found if isinstance(found, int) else None

    def items(self, page: Any) -> Sequence[Any]:
        """The check's objects; a page that has others, as the server knows no selectors, can't be judged."""
        found = get(page, ("items",))
        listed = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
        ours = [each for each in listed if self._is_ours(each)]
        if len(ours) < len(listed) and page.get(_PAGE):
            raise NotOfferedError
        return ours

    def _is_ours(self, obj: Any) -> bool:
        """Whether the check has made the object, and nobody else has changed it since."""
        if not self.name_of(obj):
            return False
        if self._stored and _content(obj) not in self._stored:
            raise self._unclear("others change the objects of the trial")
        return True

    # ------------------------------------------------------------------------------------------------------ the calls

    def create(self, obj: Any) -> Any:
        key = self._keys[self._shorts[obj["metadata"]["name"]]]
        answer = self._sent(self._objects.create(key, copy.deepcopy(obj), dry_run=False))
        if answer.status == 409:
            raise AlreadyExistsError(answer.words)
        # A kube-apiserver says so with status 500.
        if self.version_text(obj) and (400 <= answer.status < 500 or _NAMES_VERSION.search(answer.message)):
            raise CreateRefusedError(answer.words)
        return self._written(answer)

    def get(self, name: str) -> Any:
        answer = self._objects.get(self._key(name))
        self._bench.requests += 1
        if answer.status == 404:
            raise NotFoundError(answer.words)
        return self._found(answer)

    def update(
        self, name: str, change: Callable[[Any], Any], *, uid: str | None = None, version: str | None = None
    ) -> Any:
        for attempt in range(_ATTEMPTS):
            before = self.get(name)
            body = change(copy.deepcopy(before))
            body["metadata"]["resourceVersion"] = version or self.version_text(before)
            claimed = "" if uid in (None, uid_of(before)) else str(uid)
            sent = self._objects.update(self._key(name), body, dry_run=False, claimed=claimed)
            answer = self._sent(sent)
            if answer.status == 404:
                raise NotFoundError(answer.words)
            if answer.status in (409, 412):
                if uid is None and version is None and attempt < _ATTEMPTS - 1:
                    continue
                raise ConflictError(answer.words)
            break
        is_change = self.version_text(answer.object) != self.version_text(before)
        return self._written(answer) if is_change else self._found(answer)

    def delete(
        self,
        name: str,
        *,
        uid: str | None = None,
        version: str | None = None,
        validate: Callable[[Any], Any] = lambda obj: None,
    ) -> Any:
        key = self._key(name)
        before = self.get(name)
        answer = self._sent(self._objects.delete(key, uid or uid_of(before), version=version or ""))
        if answer.status == 404:
            raise NotFoundError(answer.words)
        if answer.status in (409, 412):
            raise ConflictError(answer.words)
        if not 200 <= answer.status < 300:
            raise self._unclear(f"a deletion is answered with {answer.words}")
        if self._objects.get(key).status != 404:
            raise self._unclear("a deletion takes its time, so that what follows can't be told apart")
        self._objects.journal.gone(key)
        self._writes.append("")
        # A deletion tells no version; that of a list behind it is as new.
        before["metadata"]["resourceVersion"] = self.version_text(self._page({"limit": "1"}))
        return before

    def list(self, limit: int | None = None, token: str = "") -> Any:
        query = {"labelSelector": f"{self._domain}/check={self._label}"}
        query |= {"limit": str(limit)} if limit is not None else {}
        query |= {"continue": token} if token else {}
        return {**self._page(query), _PAGE: limit is not None}

    def watch(self, version: str = "") -> Callable[[], Sequence[tuple[str, Any]]]:
        """Each call watches from where the last one has ended, until all that was written since has been told."""
        if version:
            since, known = version, (self._writes.index(version) + 1 if version in self._writes else len(self._writes))
        else:
            since, known = "", len(self._writes) - len(self._there())
        begin = version or self.version_text(self._page({"limit": "1"}))

        def poll() -> Sequence[tuple[str, Any]]:
            nonlocal since, known
            expected = max(len(self._writes) - known, 0)
            found = self._events(since, expected)
            known = len(self._writes)
            told = [version for version in (self.version_text(obj) for _, obj in found) if version.isdigit()]
            since = max([since or begin, *told], key=lambda text: int(text) if text.isdigit() else 0)
            return found

        return poll

    def close(self) -> None:
        """Remove what the check has made."""
        for key in self._keys.values():
            self._bench.remove(key)

    # ----------------------------------------------------------------------------------------------------- in detail

    def _key(self, name: str) -> ObjectKey:
        if name not in self._keys:
            self.new_object(name)
        return self._keys[name]

    def _there(self) -> Sequence[str]:
        return [name for name, key in self._keys.items() if self._objects.journal.uid_of(key)]

    def _events(self, since: str, expected: int) -> Sequence[tuple[str, Any]]:
        query = {"labelSelector": f"{self._domain}/check={self._label}"}
        query |= {"resourceVersion": since} if since else {}
        self._bench.requests += 1
        watched = events_of(self._objects.connection, self._path, query, expected, self.name_of, self._bench.watching)
        if watched.failure:
            raise self._unclear(f"the watch is answered with {watched.failure}")
        return [(word, obj) for word, obj in watched.events if self._is_ours(obj)]

    def _page(self, query: dict[str, str]) -> dict[str, Any]:
        self._bench.requests += 1
        answer = self._objects.connection.get(self._path, query)
        if not answer.accepted:
            raise self._unclear(f"the list is answered with {answer.words}")
        return answer.object

    @property
    def _path(self) -> str:
        key = self._key("one")
        return key.resource.path(key.namespace)

    def _sent(self, sent: Sent) -> ServerAnswer:
        self._bench.requests += 1
        self.log.append(sent)
        if sent.answer.attempts > 1 and not sent.answer.accepted:
            raise self._unclear("the server wanted to be asked again, and may have carried out the first attempt")
        return sent.answer

    def _written(self, answer: ServerAnswer) -> Any:
        obj = self._found(answer)
        self._writes.append(self.version_text(obj))
        self._stored.add(_content(obj))
        return obj

    def _found(self, answer: ServerAnswer) -> Any:
        if not answer.accepted:
            raise self._unclear(f"a request is answered with {answer.words}")
        return copy.deepcopy(answer.object)

    def _unclear(self, reason: str) -> UnclearError:
        self.failure = UnclearError(reason)
        return self.failure


_NAMES_VERSION: Final = re.compile(r"resource ?version", re.IGNORECASE)
#: Where a page notes that it was asked for with a limit.
_PAGE: Final = "apivet-limit"


def _content(obj: dict[str, Any]) -> str:
    """The object without what differs between an answer, a list and an event."""
    metadata = obj.get("metadata")
    told = metadata if isinstance(metadata, dict) else {}
    kept = {name: value for name, value in told.items() if name not in ("resourceVersion", "managedFields")}
    payload = {name: value for name, value in obj.items() if name not in ("apiVersion", "kind")}
    return json.dumps({**payload, "metadata": kept}, sort_keys=True)
