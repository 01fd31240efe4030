"""The one door for writes: to objects of the run's own making, each known to the journal before the server hears of
it."""

from __future__ import annotations

import copy
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.live.answers import ServerAnswer
from apivet.live.connection import Connection
from apivet.live.errors import NotOwnedError
from apivet.live.journal import NO_UID, Journal, ObjectKey
from apivet.live.paths import ABSENT, get
from apivet.live.resources import Resource
from apivet.live.shortcomings import CREATED_WITH_200, NO_MANAGED_FIELDS, NO_PUT, OBJECTS_WITHOUT_UID, Shortcomings

MERGE_TYPE: Final = "application/merge-patch+json"
DRY_RUN: Final = {"dryRun": "All"}
#: The manager of fields under whose name the run applies, taking them from whoever has them.
MANAGER: Final = "apivet"
APPLY: Final = {"fieldManager": MANAGER, "force": "true"}
APPLY_TYPE: Final = "application/apply-patch+yaml"


class Sent(Struct, frozen=True):
    """A request with its answer, as witnesses tell it."""

    method: str
    key: ObjectKey
    subresource: str
    body: Any
    dry_run: bool
    answer: ServerAnswer
    #: Whether only what differs was sent, in the place of the whole object that ``body`` is.
    is_merge: bool = False

    @property
    def path(self) -> str:
        """The address, without the query."""
        name = "" if self.method == "POST" else self.key.name
        return self.key.resource.path(self.key.namespace, name, self.subresource)

    @property
    def query(self) -> dict[str, str]:
        """The parameters behind the address."""
        return {**(APPLY if self.method == "PATCH" and not self.is_merge else {}), **(DRY_RUN if self.dry_run else {})}


#: Answers of servers to a method that they do not know.
_NO_METHOD: Final = (405, 501)


class Objects:
    """Creates, updates and deletes objects of one run. Nothing else sends a write."""

    def __init__(self, connection: Connection, journal: Journal) -> None:
        self.connection = connection
        self.journal = journal
        #: The uids of objects that the user has named, to which dry runs alone are sent.
        self._named: dict[ObjectKey, str] = {}
        self.shortcomings = Shortcomings()

    def get(self, key: ObjectKey) -> ServerAnswer:
        """The stored object, or the reason for which there is none."""
        return self.connection.get(key.resource.path(key.namespace, key.name))

    def allow_dry_runs(self, key: ObjectKey) -> ServerAnswer:
        """Note that the user has named an existing object. The object as it is."""
        answer = self.get(key)
        if answer.accepted and uid_of(answer.document):
            self._named[key] = uid_of(answer.document)
        return answer

    def uid_of(self, key: ObjectKey) -> str:
        """The uid of an object that the run has made, or that the user has named."""
        return self.journal.uid_of(key) or self._named.get(key, "")

    def create(self, key: ObjectKey, body: dict[str, Any], *, dry_run: bool, trusted: bool = False) -> Sent:
        """Make an object. Where dry runs are ``trusted`` to store nothing, they need no entry in the journal."""
        marked = self._marked(body, key)
        note = not (dry_run and trusted)
        if note:
            self.journal.intend(key)
        path = key.resource.path(key.namespace)
        answer = self.connection.request("POST", path, query=DRY_RUN if dry_run else None, body=marked)
        if answer.status == 409 and answer.attempts > 1 and not dry_run:
            # The first attempt was carried out, and answered with 429.
            there = self.get(key)
            answer = replace(there, status=201) if there.accepted and self.is_marked(there.document) else answer
        if note and dry_run and 400 <= answer.status < 500:
            self.journal.gone(key)
        elif note and answer.accepted and not dry_run:
            self.journal.made(key, self.identity(answer.document))
        self._note_create(key.resource.group, answer)
        return Sent("POST", key, "", marked, dry_run, answer)

    def _note_create(self, group: str, answer: ServerAnswer) -> None:
        self.shortcomings.note_answer(group, answer)
        if answer.accepted:
            if answer.status == 200:
                self.shortcomings.note(group, CREATED_WITH_200)
            if not uid_of(answer.document):
                self.shortcomings.note(group, OBJECTS_WITHOUT_UID)
            if get(answer.document, ("metadata", "managedFields")) is ABSENT:
                self.shortcomings.note(group, NO_MANAGED_FIELDS)
            else:
                self.shortcomings.refute(group, NO_MANAGED_FIELDS)

    def update(
        self,
        key: ObjectKey,
        body: dict[str, Any],
        *,
        subresource: str = "",
        dry_run: bool,
        versioned: bool = True,
        claimed: str = "",
        version: Resource | None = None,
        before: dict[str, Any] | None = None,
    ) -> Sent:
        """Write an object that the run has made; with its uid, so that no other object of that name is meant, or with
        a ``claimed`` one that no object has. ``version`` is the resource in another version, to write through. Servers
        that take no PUT get what differs from the object as it was ``before``."""
        changed = self._owned(key, body, dry_run)
        if claimed:
            changed["metadata"]["uid"] = claimed
        if not versioned:
            changed["metadata"].pop("resourceVersion", None)
        through = replace(key, resource=version or key.resource)
        path = through.resource.path(key.namespace, key.name, subresource)
        query, group = DRY_RUN if dry_run else None, key.resource.group
        if before is None or not (key.resource.is_patched_only or self.shortcomings.has(group, NO_PUT)):
            answer = self.connection.request("PUT", path, query=query, body=changed)
            if before is None or not (answer.status in _NO_METHOD or self._is_there(key, answer)):
                return Sent("PUT", through, subresource, changed, dry_run, answer)
        patch = merge_patch(before, changed)
        answer = self.connection.request("PATCH", path, query=query, body=patch, content_type=MERGE_TYPE)
        if answer.accepted:
            self.shortcomings.note(group, NO_PUT)
        return Sent("PATCH", through, subresource, changed, dry_run, answer, is_merge=True)

    def _is_there(self, key: ObjectKey, answer: ServerAnswer) -> bool:
        """Whether an update is told that there is no such thing, though the object is there: it is the method."""
        return answer.status == 404 and self.is_ours(key, self.get(key).document)

    def apply(self, key: ObjectKey, body: dict[str, Any], *, subresource: str = "", dry_run: bool) -> Sent:
        """Server-side apply to an object that the run has made, as one manager of fields."""
        applied = self._owned(key, body, dry_run)
        path = key.resource.path(key.namespace, key.name, subresource)
        query = {**APPLY, **(DRY_RUN if dry_run else {})}
        answer = self.connection.request("PATCH", path, query=query, body=applied, content_type=APPLY_TYPE)
        return Sent("PATCH", key, subresource, applied, dry_run, answer)

    def replace_absent(self, key: ObjectKey, body: dict[str, Any], *, dry_run: bool) -> Sent:
        """Update an object that is not there. A server may make it, so that the journal knows of it before."""
        self.journal.intend(key)
        marked = self._marked(body, key)
        path = key.resource.path(key.namespace, key.name)
        answer = self.connection.request("PUT", path, query=DRY_RUN if dry_run else None, body=marked)
        if dry_run and 400 <= answer.status < 500:
            self.journal.gone(key)
        elif answer.accepted and not dry_run:
            self.journal.made(key, self.identity(answer.document))
        return Sent("PUT", key, "", marked, dry_run, answer)

    def delete(
        self,
        key: ObjectKey,
        uid: str,
        *,
        version: str = "",
        dry_run: bool = False,
        policy: str = "Background",
        grace: int | None = None,
    ) -> Sent:
        """Remove the object of that uid (and at that version), and no other one of its name; with ``grace``
        seconds, where that is not the server's to choose."""
        if not uid or (key in self._named and not dry_run):
            raise NotOwnedError(f"{key}: only an object of the run's making is removed, and by its uid")
        body: dict[str, Any] = {"apiVersion": "v1", "kind": "DeleteOptions"}
        wanted = {"uid": uid if uid != NO_UID else "", "resourceVersion": version}
        if any(wanted.values()):
            body["preconditions"] = {name: value for name, value in wanted.items() if value}
        if policy:
            body["propagationPolicy"] = policy
        if grace is not None:
            body["gracePeriodSeconds"] = grace
        if dry_run:
            body["dryRun"] = ["All"]
        path = key.resource.path(key.namespace, key.name)
        answer = self.connection.request("DELETE", path, query=DRY_RUN if dry_run else None, body=body)
        return Sent("DELETE", key, "", body, dry_run, answer)

    def is_marked(self, document: Any) -> bool:
        """Whether an object carries the run's label."""
        return bool(get(document, ("metadata", "labels", self.journal.label)) == self.journal.run)

    def identity(self, document: Any) -> str:
        """The uid of an object, or what stands for it where the server gives none and the object carries the label."""
        return uid_of(document) or (NO_UID if self.is_marked(document) else "")

    def is_ours(self, key: ObjectKey, document: Any) -> bool:
        """Whether an object is the one that the run has made there, or that the user has named."""
        uid = self.uid_of(key)
        return bool(uid) and self.identity(document) == uid

    def _owned(self, key: ObjectKey, body: dict[str, Any], dry_run: bool) -> dict[str, Any]:
        """The object with the uid of the one that the run has made, or for a dry run of the one that was named."""
        uid = self.uid_of(key) if dry_run else self.journal.uid_of(key)
        if not uid or uid_of(body) not in ("", uid) or (uid == NO_UID and not self.is_marked(body)):
            raise NotOwnedError(f"{key}: the run has not made this object")
        changed = copy.deepcopy(body)
        if uid != NO_UID:
            changed.setdefault("metadata", {})["uid"] = uid
        return changed

    def _marked(self, body: dict[str, Any], key: ObjectKey) -> dict[str, Any]:
        marked = copy.deepcopy(body)
        metadata = marked.get("metadata")
        if not isinstance(metadata, dict):
            metadata = marked["metadata"] = {}
        metadata["name"] = key.name
        if key.namespace:
            metadata["namespace"] = key.namespace
        labels = metadata.get("labels")
        metadata["labels"] = {**(labels if isinstance(labels, dict) else {}), self.journal.label: self.journal.run}
        return marked


def uid_of(document: Any) -> str:
    """The uid that an object carries."""
    uid = get(document, ("metadata", "uid"))
    return uid if isinstance(uid, str) else ""


def merge_patch(before: Any, after: dict[str, Any]) -> dict[str, Any]:
    """The JSON merge patch from one object to another. Who the object is, and in which state, is always in it."""
    patch = _merged(before, after)
    told = {name: get(after, ("metadata", name)) for name in ("uid", "resourceVersion")}
    metadata = {**patch.get("metadata", {}), **{name: value for name, value in told.items() if value is not ABSENT}}
    return {**patch, **({"metadata": metadata} if metadata else {})}


def _merged(before: Any, after: dict[str, Any]) -> dict[str, Any]:
    old = before if isinstance(before, dict) else {}
    patch: dict[str, Any] = dict.fromkeys(name for name in old if name not in after)
    for name, value in after.items():
        known = old.get(name, ABSENT)
        if isinstance(value, dict) and isinstance(known, dict):
            inner = _merged(known, value)
            patch.update({name: inner} if inner else {})
        elif known is ABSENT or value != known or isinstance(value, bool) is not isinstance(known, bool):
            patch[name] = value
    return patch
