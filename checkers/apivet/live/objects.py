"""The one door for writes: to objects of the run's own making, each known to the journal before the server hears of
it."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from apivet.live.answers import ServerAnswer
from apivet.live.connection import Connection
from apivet.live.errors import NotOwnedError
from apivet.live.journal import Journal, ObjectKey
from apivet.live.paths import get
from apivet.live.resources import Resource

DRY_RUN: Final = {"dryRun": "All"}
#: The manager of fields under whose name the run applies, taking them from whoever has them.
MANAGER: Final = "apivet"
APPLY: Final = {"fieldManager": MANAGER, "force": "true"}
APPLY_TYPE: Final = "application/apply-patch+yaml"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request with its answer, as witnesses tell it."""

    method: str
    key: ObjectKey
    subresource: str
    body: Any
    dry_run: bool
    answer: ServerAnswer

    @property
    def path(self) -> str:
        """The address, without the query."""
        name = "" if self.method == "POST" else self.key.name
        return self.key.resource.path(self.key.namespace, name, self.subresource)

    @property
    def query(self) -> dict[str, str]:
        """The parameters behind the address."""
        return {**(APPLY if self.method == "PATCH" else {}), **(DRY_RUN if self.dry_run else {})}


class Objects:
    """Creates, updates and deletes objects of one run. Nothing else sends a write."""

    def __init__(self, connection: Connection, journal: Journal) -> None:
        self.connection = connection
        self.journal = journal
        #: The uids of objects that the user has named, to which dry runs alone are sent.
        self._named: dict[ObjectKey, str] = {}

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
        if note and 400 <= answer.status < 500:
            self.journal.gone(key)
        elif note and answer.accepted and not dry_run:
            self.journal.made(key, uid_of(answer.document))
        return Sent("POST", key, "", marked, dry_run, answer)

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
    ) -> Sent:
        """Write an object that the run has made; with its uid, so that no other object of that name is meant, or with
        a ``claimed`` one that no object has. ``version`` is the resource in another version, to write through."""
        changed = self._owned(key, body, dry_run)
        if claimed:
            changed["metadata"]["uid"] = claimed
        if not versioned:
            changed["metadata"].pop("resourceVersion", None)
        through = replace(key, resource=version or key.resource)
        path = through.resource.path(key.namespace, key.name, subresource)
        answer = self.connection.request("PUT", path, query=DRY_RUN if dry_run else None, body=changed)
        return Sent("PUT", through, subresource, changed, dry_run, answer)

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
        if 400 <= answer.status < 500:
            self.journal.gone(key)
        elif answer.accepted and not dry_run:
            self.journal.made(key, uid_of(answer.document))
        return Sent("PUT", key, "", marked, dry_run, answer)

    def delete(
        self, key: ObjectKey, uid: str, *, version: str = "", dry_run: bool = False, policy: str = "Background"
    ) -> Sent:
        """Remove the object of that uid (and at that version), and no other one of its name."""
        if not uid or (key in self._named and not dry_run):
            raise NotOwnedError(f"{key}: only an object of the run's making is removed, and by its uid")
        body: dict[str, Any] = {"apiVersion": "v1", "kind": "DeleteOptions", "preconditions": {"uid": uid}}
        if version:
            body["preconditions"]["resourceVersion"] = version
        if policy:
            body["propagationPolicy"] = policy
        if dry_run:
            body["dryRun"] = ["All"]
        path = key.resource.path(key.namespace, key.name)
        answer = self.connection.request("DELETE", path, query=DRY_RUN if dry_run else None, body=body)
        return Sent("DELETE", key, "", body, dry_run, answer)

    def is_marked(self, document: Any) -> bool:
        """Whether an object carries the run's label."""
        return bool(get(document, ("metadata", "labels", self.journal.label)) == self.journal.run)

    def _owned(self, key: ObjectKey, body: dict[str, Any], dry_run: bool) -> dict[str, Any]:
        """The object with the uid of the one that the run has made, or for a dry run of the one that was named."""
        uid = self.uid_of(key) if dry_run else self.journal.uid_of(key)
        if not uid or uid_of(body) not in ("", uid):
            raise NotOwnedError(f"{key}: the run has not made this object")
        changed = copy.deepcopy(body)
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
