"""Trials: what is sent for a resource, from the smallest object to each leaf of its spec."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.live.bench import Bench, ObstacleError
from apivet.live.errors import BudgetExhaustedError
from apivet.live.exchanges import Exchange
from apivet.live.growing import Grown, grow
from apivet.live.ledger import Ledger
from apivet.live.negotiation import Negotiated, negotiate
from apivet.live.paths import ABSENT, Path, differences, field_name, get, leaves, put, remove
from apivet.live.rules.status_updates import METADATA
from apivet.live.schemas import Schema
from apivet.live.survey import MOST_FIELDS, Subject, fields
from apivet.live.values import NO_PAYLOAD, filled, other_values, smallest

#: Other values that are tried for a leaf.
_MOST_VALUES: Final = 5
_UID: Final = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"


@dataclass(slots=True)
class Covered:
    """How far a resource came: whether a valid object was found, whether a filled status was stored, and the server's
    last words where not."""

    subject: Subject
    valid: bool = False
    status: bool | None = None
    requests: int = 0
    first_valid: int = 0
    reason: str = ""
    errors: list[str] = field(default_factory=list)
    document: dict[str, Any] | None = None
    #: How many of the payload's fields the filled object has, of those that the schema knows of, and which the server
    #: takes and drops.
    filled: int = 0
    known: int = 0
    dropped: tuple[str, ...] = ()

    def note_fields(self, grown: Grown, schema: Schema | None) -> None:
        """Count the fields of the filled object."""
        payload = {name: value for name, value in grown.document.items() if name not in NO_PAYLOAD}
        self.filled = len({field_name(path) for path, _ in leaves(payload)})
        self.known = len({field_name(path) for path in fields(schema) if path[0] != "status"}) if schema else 0
        self.dropped = tuple(sorted({field_name(path) for path in grown.dropped}))


class Trials:
    """All that is tried on one resource."""

    def __init__(self, bench: Bench, ledger: Ledger, domain: str) -> None:
        self._bench = bench
        self._ledger = ledger
        self._schema = ledger.subject.schema
        self._domain = domain
        self.covered = Covered(ledger.subject)

    def run(self) -> None:
        """Try everything; what can't be tried is noted with the reason."""
        try:
            self._try_all()
        except ObstacleError as error:
            self._ledger.give_up(str(error))
            self.covered.reason = self.covered.reason or str(error)
        except BudgetExhaustedError as error:
            self._ledger.give_up(str(error))
        finally:
            self.covered.requests = self._bench.requests

    def _try_all(self) -> None:
        valid = self._valid_object()
        self.covered.first_valid = valid.requests
        if not valid.is_valid:
            self.covered.reason = valid.answer.words
            raise ObstacleError(f"no valid object: {valid.answer.words}")
        self.covered.valid, self.covered.document = True, valid.document
        grown = grow(self._create_answer, valid.document, valid.answer.object, self._schema)
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
        self._flags(valid.document)

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

    def _valid_object(self) -> Negotiated:
        start = smallest(self._schema)
        document = {name: value for name, value in start.items() if name not in NO_PAYLOAD}
        return negotiate(self._create_answer, {**document, "metadata": {}}, self._schema)

    def _create_answer(self, document: dict[str, Any]) -> Any:
        answer = self._bench.create(document).answer
        if answer.status >= 500:
            self.covered.errors.append(answer.words)
        return answer

    def _creates(self, document: dict[str, Any], first: dict[str, Any]) -> None:
        second = self._bench.create(document).answer.object
        self._bench.volatile.update(differences(first, second))
        path: Path = ("metadata", "generation")
        self._create(put(document, path, 7), second, (path,))
        status = self._schema.properties.get("status") if self._schema else None
        if status is None:
            return
        own = second.get("status") if isinstance(second.get("status"), dict) else {}
        everything = {**document, "status": _merged(filled(status), _otherwise(own, status))}
        sent = negotiate(self._create_answer, everything, self._schema, within=("status",), rounds=10)
        if sent.is_valid:
            changed = tuple(path for path, _ in leaves(sent.document["status"], ("status",)))
            self._create(sent.document, second, changed)
        else:
            self._create({**document, "status": _otherwise(own, status)}, second, (("status",),))

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
            return self._bench.status_answer(document["status"], keep=False)

        told = negotiate(send, {"status": wanted}, self._schema, within=("status",), rounds=15)
        self.covered.status = told.is_valid
        if not told.is_valid:
            reason = f"no status is taken: {told.answer.words}"
            self._ledger.give_up(reason, lambda judge: judge.rule == "generation-bumped-on-status-update")
            return {}
        self._bench.status_answer(told.document["status"], keep=True)
        found = self._bench.read().get("status")
        return found if isinstance(found, dict) else {}

    def _status_updates(self, status: dict[str, Any]) -> None:
        schema = self._schema.properties.get("status") if self._schema else None
        changes = list(_leaf_changes(status, schema, ("status",)))
        self._update(changes, subresource="status")
        for name in METADATA:
            self._update([(("metadata", name), self._metadata_value(name))], subresource="status")
        stored = self._bench.read()
        parts = [name for name in sorted(stored) if name not in NO_PAYLOAD]
        payload = [change for name in parts for change in _leaf_changes(stored[name], self._child(name), (name,))]
        if payload and not self._update(payload, subresource="status").is_accepted:
            for change in payload[:MOST_FIELDS]:
                self._update([change], subresource="status")

    def _main_status(self, status: dict[str, Any]) -> None:
        schema = self._schema.properties.get("status") if self._schema else None
        if schema is None:
            return
        changes = list(_leaf_changes(status, schema, ("status",)))
        missing = _merged(filled(schema), {})
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
            return _Merge({key: "a"})
        if name == "finalizers":
            return [key]
        return [{"apiVersion": "v1", "kind": "Namespace", "name": "default", "uid": _UID}]

    def _leaves(self, stored: dict[str, Any]) -> None:
        """Each leaf of the payload by itself: up to five other values, or none at all."""
        spec = stored.get("spec")
        found = leaves(spec if isinstance(spec, dict) else {}, ("spec",))
        for path, value in itertools.islice(found, MOST_FIELDS):
            node = self._schema.at(path) if self._schema else None
            for number, other in enumerate(other_values(node, value)):
                exchange = self._update([(path, other)])
                if number + 1 == _MOST_VALUES or (exchange.is_accepted and exchange.stored_changes("spec")):
                    break
            self._update([(path, ABSENT)])
        for path, value in _siblings(spec, self._child("spec")):
            self._update([(("spec", *path), value)])

    def _update(self, changes: list[tuple[Path, Any]], *, subresource: str = "") -> Exchange:
        paths = tuple(path for path, _ in changes)

        def change(stored: dict[str, Any]) -> dict[str, Any]:
            for path, value in changes:
                stored = _applied(stored, path, value)
            return stored

        def send() -> Exchange:
            return self._bench.update(change, paths, subresource=subresource)

        def send_alone(place: Path) -> Exchange | None:
            """The same with the one change alone that is at a place."""
            alone = [(path, value) for path, value in changes if path == place]
            if not alone or len(changes) == 1:
                return None
            return self._bench.update(lambda stored: _applied(stored, *alone[0]), (place,), subresource=subresource)

        exchange = send()
        self._ledger.enter(exchange, send, send_alone)
        if exchange.request.answer.status >= 500:
            self.covered.errors.append(exchange.request.answer.words)
        return exchange

    def _flags(self, document: dict[str, Any]) -> None:
        absent = functools.partial(self._bench.replace_absent, document)
        for send in (absent, self._bench.update_unversioned, self._bench.delete_dry):
            self._ledger.enter(send(), send)

    def _child(self, name: str) -> Any:
        return self._schema.properties.get(name) if self._schema else None


@dataclass(frozen=True, slots=True)
class _Merge:
    """Keys that are put beside those that are there."""

    values: dict[str, Any]


def _applied(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    if value is ABSENT:
        return remove(document, path)
    if isinstance(value, _Merge):
        there = get(document, path)
        value = {**(there if isinstance(there, dict) else {}), **value.values}
    return put(document, path, value)


def _siblings(value: Any, schema: Schema | None, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """One more key for each map, and one more element for each list of scalars."""
    if isinstance(value, dict):
        if schema is not None and schema.values is not None and not schema.properties and value:
            yield (*path, "another"), copy.deepcopy(next(iter(value.values())))
            return
        for name in sorted(value):
            yield from _siblings(value[name], schema.child(name) if schema else None, (*path, name))
    elif isinstance(value, list) and value:
        if isinstance(value[0], (dict, list)):
            yield from _siblings(value[0], schema.items if schema else None, (*path, 0))
            return
        for other in itertools.islice(other_values(schema.items if schema else None, value[-1]), 1):
            yield (*path, len(value)), other


def _leaf_changes(value: Any, schema: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Another value for each leaf."""
    for inner, leaf in leaves(value):
        node = schema.at(inner) if schema is not None else None
        for other in other_values(node, leaf):
            yield (*path, *inner), other
            break


def _otherwise(value: Any, schema: Any) -> dict[str, Any]:
    """The same object with another value at each leaf."""
    changed: dict[str, Any] = {"of": copy.deepcopy(value)}
    for path, other in _leaf_changes(value, schema, ("of",)):
        changed = put(changed, path, other)
    made = changed["of"]
    return made if isinstance(made, dict) else {}


def _merged(one: Any, other: dict[str, Any]) -> dict[str, Any]:
    """Both objects in one; the second's values count."""
    made = copy.deepcopy(one) if isinstance(one, dict) else {}
    for name, value in other.items():
        inner = made.get(name)
        made[name] = _merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return made
