"""The bench of a resource: its namespace, its names, the one object that is stored, and trials on it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from apivet.live.answers import ServerAnswer
from apivet.live.dry_runs import DryRuns
from apivet.live.errors import BudgetExhaustedError, LiveError
from apivet.live.exchanges import ABOUT_ABSENT, ABOUT_DELETE, ABOUT_UNVERSIONED, ABOUT_VERSION, Exchange
from apivet.live.journal import ObjectKey
from apivet.live.objects import Objects, Sent
from apivet.live.paths import Path, get
from apivet.live.resources import Resource
from apivet.live.survey import LiveSubject
from apivet.live.values import CLIENTS_METADATA, NAME, NAMESPACE, WORD
from apivet.live.watching import WatchPatience

#: Requests that one resource may take.
BUDGET: Final = 600
#: How often an update meets an object that others have changed meanwhile.
_ATTEMPTS: Final = 4

Change = Callable[[dict[str, Any]], dict[str, Any]]


class ObstacleError(LiveError):
    """Why rules that need a stored object can't be tried on a resource."""


class ResourceBench:
    """Sends creates, updates and status updates of one resource: dry runs where they are honoured, else real ones whose
    objects are removed."""

    def __init__(
        self, objects: Objects, dry_runs: DryRuns, subject: LiveSubject, namespace: str, base: str, *, may_store: bool
    ) -> None:
        self.objects = objects
        self._dry_runs = dry_runs
        self._subject = subject
        self.namespace = namespace if subject.resource.namespaced else ""
        self._base = base
        self._may_store = may_store
        self._stored: dict[str, Any] | None = None
        #: The source of the stored object, to make it anew.
        self._source: tuple[dict[str, Any], Any] | None = None
        self._stored_key = ObjectKey(subject.resource, self.namespace, base)
        self._made = 0
        self.requests = 0
        self.volatile: set[Path] = set()
        self.watching = WatchPatience()

    # ---------------------------------------------------------------------------------------------------- creates

    @property
    def run(self) -> str:
        """The run's id."""
        return self.objects.journal.run

    @property
    def is_dry(self) -> bool:
        """Whether trials store nothing."""
        return self._dry_runs.honoured(self._subject.resource.group) is not False

    def create(self, document: dict[str, Any]) -> Sent:
        """An object is made for the length of a trial, at most."""
        group = self._subject.resource.group
        self._spend()
        if self._subject.dangerous and not self._dry_runs.seen(group):
            raise ObstacleError("not tried: a dangerous kind, and dry runs are not shown to be honoured")
        if self._dry_runs.honoured(group) is not False:
            sent = self._dry_runs.create(self._key(document), self._named(document))
            if self._dry_runs.honoured(group) is not False or sent.answer.accepted:
                return sent
        key, sent = self._made_anew(document)
        self.remove(key)
        return sent

    def _made_anew(self, document: dict[str, Any]) -> tuple[ObjectKey, Sent]:
        """One more object that is stored, under a name of its own."""
        self._made += 1
        key, body = self.named(document, f"-{self._made}")
        return key, self.objects.create(key, body, dry_run=False)

    def remove(self, key: ObjectKey) -> None:
        """Remove an object that was made for a trial."""
        uid = self.objects.journal.uid_of(key)
        if uid and 200 <= self.objects.delete(key, uid).answer.status < 300 and self.objects.get(key).status == 404:
            self.objects.journal.gone(key)

    def _named(self, document: dict[str, Any], suffix: str = "") -> dict[str, Any]:
        """The object with this run's name and namespace in the place of the words that stand for them."""
        resource = self._subject.resource
        stand_ins = {NAMESPACE: self.namespace or "default", NAME: f"{self._base}{suffix}"}
        body: dict[str, Any] = _spelled_out(document, stand_ins)
        named = {"apiVersion": resource.api_version, "kind": resource.kind, **body}
        named.setdefault("metadata", {})["name"] = self._name(document, suffix)
        return named

    def _name(self, document: dict[str, Any], suffix: str = "") -> str:
        """The name that was negotiated, with the run's own where the word stood."""
        told = get(document, ("metadata", "name"))
        base = f"{self._base}{suffix}"
        if not isinstance(told, str) or told in ("", WORD):
            return base
        return told.replace(NAME, base) if NAME in told else told.replace(WORD, base, 1)

    def named(self, document: dict[str, Any], suffix: str) -> tuple[ObjectKey, dict[str, Any]]:
        """The place of one more object, and the object as it is sent."""
        return self._key(document, suffix), self._named(document, suffix)

    def _key(self, document: dict[str, Any], suffix: str = "") -> ObjectKey:
        return ObjectKey(self._subject.resource, self.namespace, self._name(document, suffix))

    # ------------------------------------------------------------------------------------------ the stored object

    @property
    def can_store(self) -> bool:
        """Whether an object of this resource may be stored at all."""
        return self._may_store and not self._subject.dangerous

    def store(self, document: dict[str, Any]) -> dict[str, Any]:
        """Make the object that updates are tried on. Raises :class:`ObstacleError` where none may be made."""
        if self._subject.existing is not None:
            return self._named_object(self._subject.existing)
        if not self._may_store:
            raise ObstacleError("nothing stored: --dry-run")
        if self._subject.dangerous:
            raise ObstacleError("not stored: dangerous kind")
        key = self._key(document)
        if self.objects.journal.run not in key.name:
            raise ObstacleError(f"not stored: the server wants the name {key.name[:60]}, which is none of the run's")
        self._spend()
        sent = self.objects.create(key, self._named(document), dry_run=False)
        if not sent.answer.accepted:
            raise ObstacleError(f"the object can't be stored: {sent.answer.words}")
        if not self.objects.journal.uid_of(key):
            raise ObstacleError(
                "the server gives objects neither a uid nor their labels, so that none can be updated safely"
            )
        self._stored_key, self._source = key, (document, None)
        return self.read()

    def _named_object(self, key: ObjectKey) -> dict[str, Any]:
        """The existing object that the user has named, to be tried in dry run only."""
        if self._dry_runs.honoured(key.resource.group) is not True:
            raise ObstacleError("not tried: dry runs are not shown to be honoured, and the object is the user's")
        answer = self.objects.allow_dry_runs(key)
        if not self.objects.uid_of(key):
            raise ObstacleError(f"the object {key.name} can't be read with a uid: {answer.words}")
        self._stored_key = key
        return self.read()

    @property
    def is_mine(self) -> bool:
        """Whether the stored object is one that the run has made, so that it may be changed."""
        return self._subject.existing is None

    def renew(self) -> None:
        """Go on with a new object where writes are real: what an earlier one has changed can't be seen to change
        again."""
        if self.is_dry or self._source is None:
            return
        document, status = self._source
        self.remove(self._stored_key)
        self._spend()
        key, sent = self._made_anew(document)
        if not sent.answer.accepted:
            raise ObstacleError(f"the object can't be stored again: {sent.answer.words}")
        self._stored_key, self._stored = key, None
        if status is not None:
            self.status_answer(status, keep=True)

    def is_seen_by(self, other: ResourceBench) -> bool:
        """Whether the stored object is there for another bench's server, too: both work on one store."""
        answer = other.objects.get(self._stored_key)
        return answer.accepted and self.objects.is_ours(self._stored_key, answer.document)

    def adopting(self, other: ResourceBench) -> ResourceBench:
        """A bench at this server for the object that another one has stored, and whose journal knows it."""
        objects = Objects(self.objects.connection, other.objects.journal)
        bench = ResourceBench(
            objects, self._dry_runs, self._subject, other.namespace, other._base, may_store=self._may_store
        )
        bench._stored_key = other._stored_key
        return bench

    def read(self) -> dict[str, Any]:
        """The stored object as it is now."""
        self._spend()
        answer = self.objects.get(self._stored_key)
        if not answer.accepted or not self.objects.is_ours(self._stored_key, answer.document):
            raise ObstacleError(f"the stored object can't be read: {answer.words}")
        self._stored = answer.object
        return self._stored

    # ---------------------------------------------------------------------------------------------------- updates

    def update(
        self, change: Change, changed: tuple[Path, ...] = (), *, subresource: str = "", keep: bool = False
    ) -> Exchange:
        """Write the stored object with a change; ``keep`` stores it whatever dry runs there are. Where others were
        faster, it is read, changed and written again."""
        for attempt in range(_ATTEMPTS):
            before = self._stored if self._stored is not None and self.is_dry and not attempt else self.read()
            body = change(copy.deepcopy(before))
            self._spend()
            dry_run = not self.is_mine or (self.is_dry and not keep)
            sent = self.objects.update(self._stored_key, body, subresource=subresource, dry_run=dry_run, before=before)
            if sent.answer.status != 409:
                break
        if not dry_run:
            self._stored = None
        return Exchange(sent, before, changed, frozenset(self.volatile))

    def apply(self, change: Change, changed: tuple[Path, ...], *, subresource: str = "") -> Exchange:
        """Server-side apply of the stored object with a change, as a manager who names all of it."""
        before = self.read()
        body = _applicable(change(copy.deepcopy(before)))
        self._spend()
        sent = self.objects.apply(self._stored_key, body, subresource=subresource, dry_run=self.is_dry)
        if not self.is_dry:
            self._stored = None
        return Exchange(sent, before, changed, frozenset(self.volatile))

    def round_trip(self, written: dict[str, Any], status: dict[str, Any], version: Resource) -> Exchange:
        """Store the object and its status, read it in another version, write that back as it is, and read it again.
        What an earlier trip has lost is there again."""
        kept = {name: value for name, value in written.items() if name not in ("metadata", "status")}
        self.update(lambda stored: {**stored, **kept}, keep=True)
        if status and self._subject.resource.has_status:
            self.status_answer(status, keep=True)
        before = self.read()
        key = replace(self._stored_key, resource=version)
        sent: list[Sent] = []
        for subresource in ("", "status") if "status" in before and version.has_status else ("",):
            self._spend()
            there = self.objects.get(key)
            if not there.accepted:
                return Exchange(
                    Sent("GET", key, "", None, False, there), before, about=f"{ABOUT_VERSION}{version.version}"
                )
            self._spend()
            sent.append(
                self.objects.update(
                    self._stored_key, there.object, subresource=subresource, dry_run=False, version=version
                )
            )
        refused = [each for each in sent if not each.answer.accepted]
        self._spend()
        last = refused[0] if refused else replace(sent[0], answer=self.objects.get(self._stored_key))
        volatile = frozenset(self.volatile)
        return Exchange(last, before, (), volatile, f"{ABOUT_VERSION}{version.version}", tuple(sent))

    def replace_absent(self, document: dict[str, Any]) -> Exchange:
        """Update an object that is not there."""
        self._made += 1
        self._spend()
        suffix = f"-absent-{self._made}"
        key = self._key(document, suffix)
        sent = self.objects.replace_absent(key, self._named(document, suffix), dry_run=self.is_dry)
        if self.is_dry and self.objects.get(key).status == 404:
            self.objects.journal.gone(key)
        else:
            self.remove(key)
        return Exchange(sent, {}, about=ABOUT_ABSENT)

    def update_unversioned(self) -> Exchange:
        """Write the stored object without saying which state of it is meant."""
        before = self.read()
        self._spend()
        sent = self.objects.update(self._stored_key, before, dry_run=self.is_dry, versioned=False)
        return Exchange(sent, before, about=ABOUT_UNVERSIONED)

    def delete_dry(self) -> Exchange:
        """Delete the stored object in dry run, without saying what becomes of its dependents."""
        if self._dry_runs.honoured(self._subject.resource.group) is not True:
            raise ObstacleError("not tried: dry runs are not honoured, and the object would be gone")
        before = self.read()
        self._spend()
        uid = self.objects.identity(before)
        deleted = self.objects.delete(self._stored_key, uid, dry_run=True, policy="")
        return Exchange(deleted, before, about=ABOUT_DELETE)

    def status_answer(self, status: Any, *, keep: bool) -> ServerAnswer:
        """The answer to a status update."""
        if keep and self._source is not None:
            self._source = (self._source[0], status)
        return self.update(lambda stored: {**stored, "status": status}, subresource="status", keep=keep).request.answer

    def _spend(self) -> None:
        self.requests += 1
        if self.requests > BUDGET:
            raise BudgetExhaustedError(f"the budget of {BUDGET} requests is spent")


def _applicable(document: dict[str, Any]) -> dict[str, Any]:
    """The object without what a client can't apply."""
    kept = ("name", "namespace", "uid", *CLIENTS_METADATA)
    metadata = {name: value for name, value in document["metadata"].items() if name in kept}
    return {**document, "metadata": metadata}


def _spelled_out(value: Any, stand_ins: dict[str, str]) -> Any:
    """The value with what the stand-ins stand for."""
    if isinstance(value, dict):
        return {key: _spelled_out(each, stand_ins) for key, each in value.items()}
    if isinstance(value, list):
        return [_spelled_out(each, stand_ins) for each in value]
    if isinstance(value, str):
        for word, meant in stand_ins.items():
            value = value.replace(word, meant)
    return value
