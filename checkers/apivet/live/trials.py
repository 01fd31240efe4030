"""Trials: what is sent for a resource, from the smallest object to each leaf of its spec."""

from __future__ import annotations

import functools
import itertools
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from apivet.live.bench import ObstacleError, ResourceBench
from apivet.live.changes import Merge, applied, leaf_changes, merged, otherwise, siblings, suggested
from apivet.live.coverage import ResourceCoverage
from apivet.live.errors import BudgetExhaustedError
from apivet.live.exchanges import Exchange
from apivet.live.ledger import Ledger
from apivet.live.negotiation import negotiate
from apivet.live.paths import ABSENT, Path, differences, get, leaves, put
from apivet.live.rules import ownership
from apivet.live.rules.ownership import has_managed_fields
from apivet.live.rules.storages import STORAGE_RULE
from apivet.live.starting import Starts
from apivet.live.storage_trials import try_storage
from apivet.live.survey import MOST_FIELDS
from apivet.live.values import CLIENTS_METADATA, NO_PAYLOAD, filled, other_values

#: A namespace that is new is furnished by controllers (a service account): what needs that is refused for a moment.
_NOT_YET: Final = re.compile(r"service ?account.{0,80}not found|not (?:yet )?(?:ready|initialized)", re.IGNORECASE)
_PAUSES: Final = (0.25, 0.5, 1.0, 2.0)
#: Other values that are tried for a leaf.
_MOST_VALUES: Final = 5
#: A path, and the value that is put there.
FieldChange: TypeAlias = tuple[Path, Any]
_UID: Final = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"


class ResourceTrials:
    """All that is tried on one resource."""

    def __init__(self, bench: ResourceBench, ledger: Ledger, domain: str, starts: Starts) -> None:
        self._bench = bench
        self._ledger = ledger
        self._schema = ledger.subject.schema
        self._domain = domain
        self._starts = starts
        #: Changes of spec that the server takes, each by itself.
        self._taken: list[FieldChange] = []
        self.covered = ResourceCoverage(ledger.subject)

    def run(self) -> None:
        """Try everything; what can't be tried is noted with the reason."""
        try:
            self._try_all()
        except ObstacleError as error:
            self._ledger.give_up(str(error))
            self.covered.reason = self.covered.reason or str(error).replace(self._bench.run, "RUN")
        except BudgetExhaustedError as error:
            self._ledger.give_up(str(error))
        finally:
            self.covered.requests = self._bench.requests

    def _try_all(self) -> None:
        began = self._starts.begin(self._ledger.subject, self._create_answer)
        valid, grown = began.valid, began.grown
        # They count as if they had been sent today, so that it makes no difference whether there is a memory.
        self._bench.requests += began.saved
        self.covered.first_valid = valid.requests
        self.covered.stub_is_needed = began.stub_is_needed
        if not valid.is_valid:
            self.covered.reason = valid.answer.words.replace(self._bench.run, "RUN")
            raise ObstacleError(f"no valid object: {valid.answer.words}")
        self.covered.valid, self.covered.document = True, valid.document
        self.covered.note_fields(grown, self._schema)
        self._creates(grown.document, grown.answer)
        stored = self._stored(grown.document, valid.document)
        status = self._status()
        self._unchanged()
        self._main_status(status)
        self._metadata()
        self._leaves(stored)
        if self._ledger.subject.resource.has_status:
            self._status_updates(status)
        self._applies(status)
        self._flags(valid.document)
        if not self._bench.is_mine:
            raise ObstacleError("not tried: the object is the user's, and nothing of it is stored")
        self._round_trips(stored, status)
        if self._ledger.has(STORAGE_RULE):
            try_storage(self._bench, self._ledger, valid.document, self._domain)

    def _stored(self, grown: dict[str, Any], smallest_one: dict[str, Any]) -> dict[str, Any]:
        """The filled object, stored; the smallest where the filled one is taken in dry runs only."""
        try:
            self.covered.document = grown
            return self._bench.store(grown)
        except ObstacleError:
            if grown == smallest_one or not self._bench.can_store:
                raise
            self.covered.document = smallest_one
            return self._bench.store(smallest_one)

    # ---------------------------------------------------------------------------------------------------- creates

    def _create_answer(self, document: dict[str, Any]) -> Any:
        sent = self._bench.create(document)
        for seconds in _PAUSES:
            answer = sent.answer
            if self.covered.valid or answer.status not in (403, 404, 409) or not _NOT_YET.search(answer.message):
                break
            time.sleep(seconds)
            sent = self._bench.create(document)
        self.covered.note_error(sent, self._bench.run)
        return sent.answer

    def _creates(self, document: dict[str, Any], first: dict[str, Any]) -> None:
        second = self._bench.create(document).answer.object
        self._bench.volatile.update(differences(first, second))
        path: Path = ("metadata", "generation")
        self._create(put(document, path, 7), second, (path,))
        status = self._schema.properties.get("status") if self._schema else None
        if status is None:
            return
        own = second.get("status") if isinstance(second.get("status"), dict) else {}
        everything = {**document, "status": merged(filled(status), otherwise(own, status))}
        sent = negotiate(self._create_answer, everything, self._schema, within=("status",), rounds=10)
        if sent.is_valid and sent.document.get("status"):
            changed = tuple(path for path, _ in leaves(sent.document["status"], ("status",)))
            self._create(sent.document, second, changed)
        else:
            self._create({**document, "status": otherwise(own, status)}, second, (("status",),))

    def _create(self, document: dict[str, Any], before: dict[str, Any], changed: tuple[Path, ...]) -> None:
        def send() -> Exchange:
            return Exchange(self._bench.create(document), before, changed, frozenset(self._bench.volatile))

        self._ledger.enter(send(), send)

    # ----------------------------------------------------------------------------------------------------- status

    def _status(self) -> dict[str, Any]:
        """A filled status, stored through its endpoint where there is one."""
        schema = self._schema.properties.get("status") if self._schema else None
        if schema is None:
            return {}
        wanted = filled(schema)
        if not self._ledger.subject.resource.has_status:
            return wanted if isinstance(wanted, dict) else {}

        def send(document: dict[str, Any]) -> Any:
            return self._bench.status_answer(document.get("status", {}), keep=False)

        if not self._bench.is_mine:
            there = self._bench.read().get("status")
            self.covered.status = isinstance(there, dict)
            return there if isinstance(there, dict) else {}
        told, saved = self._starts.status(self._ledger.subject, {"status": wanted}, send, lambda: self._bench.requests)
        self._bench.requests += saved
        # Nothing of a status is left where all of it is taken out that the server complains of.
        self.covered.status = told.is_valid and bool(told.document.get("status"))
        if not self.covered.status:
            words = "none of its parts is" if told.is_valid else told.answer.words
            reason = f"no status is taken: {words}"
            self._ledger.give_up(reason, lambda judge: judge.rule == "generation-bumped-on-status-update")
            return {}
        self._bench.status_answer(told.document["status"], keep=True)
        found = self._bench.read().get("status")
        return found if isinstance(found, dict) else {}

    def _status_updates(self, status: dict[str, Any]) -> None:
        schema = self._schema.properties.get("status") if self._schema else None
        changes = list(leaf_changes(status, schema, ("status",)))
        if not self._update(changes, subresource="status").is_accepted:
            # One value of another kind is enough for a refusal of all.
            alone = (self._update([change], subresource="status") for change in changes[:MOST_FIELDS])
            any(each.is_accepted and each.sent_changes("status") for each in alone)
        for name in CLIENTS_METADATA:
            self._update([(("metadata", name), self._metadata_value(name))], subresource="status")
        payload = self._payload_changes()
        if payload and not self._update(payload, subresource="status").is_accepted:
            for change in payload[:MOST_FIELDS]:
                self._update([change], subresource="status")

    def _main_status(self, status: dict[str, Any]) -> None:
        schema = self._schema.properties.get("status") if self._schema else None
        if schema is None:
            return
        changes = list(leaf_changes(status, schema, ("status",)))
        missing = merged(filled(schema), {})
        new: list[tuple[Path, Any]] = [
            (path, value) for path, value in leaves(missing, ("status",)) if get({"status": status}, path) is ABSENT
        ]
        removal: list[tuple[Path, Any]] = [(("status",), ABSENT)]
        for batch in (changes, new, removal if status else []):
            if batch:
                self._update(batch)

    # ---------------------------------------------------------------------------------------------------- updates

    def _unchanged(self) -> None:
        first, second = self._bench.update(lambda stored: stored), self._bench.update(lambda stored: stored)
        if first.is_accepted and second.is_accepted:
            self._bench.volatile.update(differences(first.after, second.after))
        self._update([])

    def _metadata(self) -> None:
        for name in ("labels", "annotations"):
            self._update([(("metadata", name), self._metadata_value(name))])

    def _metadata_value(self, name: str) -> Any:
        """A change of a part of the metadata that servers take."""
        key = f"{self._domain}/trial"
        if name in ("labels", "annotations"):
            return Merge({key: "a"})
        if name == "finalizers":
            return [key]
        return [{"apiVersion": "v1", "kind": "Namespace", "name": "default", "uid": _UID}]

    def _leaves(self, stored: dict[str, Any]) -> None:
        """Each leaf of the payload by itself: up to five other values, or none at all."""
        spec = stored.get("spec")
        found = leaves(spec if isinstance(spec, dict) else {}, ("spec",))
        for path, value in itertools.islice(found, MOST_FIELDS):
            self._leaf(path, value)
            self._update([(path, ABSENT)])
        for path, value in siblings(spec, self._child("spec")):
            self._update([(("spec", *path), value)])

    def _leaf(self, path: Path, value: Any) -> None:
        """Other values for a leaf: like ones, then those that the server's complaints call for."""
        tried: list[Any] = [value]
        refusals: list[Exchange] = []
        for other in self._other_values(path, value, refusals):
            if other in tried:
                continue
            tried.append(other)
            exchange = self._update([(path, other)])
            if exchange.is_accepted and exchange.stored_changes("spec"):
                self._taken.append((path, other))
                return
            if not exchange.is_accepted:
                refusals.append(exchange)

    def _other_values(self, path: Path, value: Any, refusals: list[Exchange]) -> Iterator[Any]:
        node = self._schema.at(path) if self._schema else None
        yield from itertools.islice(other_values(node, value), _MOST_VALUES)
        if refusals:
            yield from itertools.islice(suggested(refusals[0], path, self._schema), _MOST_VALUES)

    def _update(self, changes: list[FieldChange], *, subresource: str = "") -> Exchange:
        return self._write(self._bench.update, changes, subresource)

    def _write(self, write: Callable[..., Exchange], changes: list[FieldChange], subresource: str) -> Exchange:
        """Write the stored object with changes, and have it judged."""
        paths = tuple(path for path, _ in changes)

        def change(stored: dict[str, Any]) -> dict[str, Any]:
            for path, value in changes:
                stored = applied(stored, path, value)
            return stored

        def send() -> Exchange:
            return write(change, paths, subresource=subresource)

        def send_alone(place: Path) -> Exchange | None:
            """The same with one change alone, the first at a place or below it."""
            alone = [(path, value) for path, value in changes if path[: len(place)] == place][:1]
            if not alone or len(changes) == 1:
                return None
            self._bench.renew()
            return write(lambda stored: applied(stored, *alone[0]), (alone[0][0],), subresource=subresource)

        def send_again() -> Exchange:
            self._bench.renew()
            return send()

        exchange = send()
        self._ledger.enter(exchange, send_again, send_alone)
        self.covered.note_error(exchange.request, self._bench.run)
        return exchange

    # ----------------------------------------------------------------------------------------------------- applies

    def _applies(self, status: dict[str, Any]) -> None:
        """Apply everything through the object's endpoint, then through the status endpoint."""
        resource = self._ledger.subject.resource
        if "patch" not in resource.verbs:
            return
        seen = self._bench.apply(lambda stored: stored, ())
        if seen.request.answer.status in (405, 415) or (seen.is_accepted and not has_managed_fields(seen.after)):
            self._ledger.drop(ownership.RULE)
            return
        schema = self._child("status")
        statuses = list(leaf_changes(status, schema, ("status",))) if schema else []
        marks = [(("metadata", name), self._metadata_value(name)) for name in CLIENTS_METADATA]
        if not self._write(self._bench.apply, [*self._taken, *marks[:2], *statuses], "").is_accepted:
            self._write(self._bench.apply, [*marks[:2], *statuses], "")
        if resource.has_status:
            changes = [*self._payload_changes(), *marks, *statuses]
            if not self._write(self._bench.apply, changes, "status").is_accepted:
                self._write(self._bench.apply, [*marks, *statuses], "status")

    def _round_trips(self, stored: dict[str, Any], status: dict[str, Any]) -> None:
        for version in self._ledger.subject.other_versions:
            send = functools.partial(self._bench.round_trip, stored, status, version)
            self._ledger.enter(send(), send)

    def _payload_changes(self) -> list[FieldChange]:
        """Another value for each leaf of the payload."""
        stored = self._bench.read()
        parts = [name for name in sorted(stored) if name not in NO_PAYLOAD]
        return [change for name in parts for change in leaf_changes(stored[name], self._child(name), (name,))]

    def _flags(self, document: dict[str, Any]) -> None:
        absent = functools.partial(self._bench.replace_absent, document)
        for send in (absent, self._bench.update_unversioned, self._bench.delete_dry):
            self._ledger.enter(send(), send)

    def _child(self, name: str) -> Any:
        return self._schema.properties.get(name) if self._schema else None
