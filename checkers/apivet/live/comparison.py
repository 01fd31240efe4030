"""Comparison of two states of a server's gates: one object goes to both, and what one stores and the other drops is
gated."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, field

from apivet.live.bench import ObstacleError, ResourceBench
from apivet.live.changes import leaf_changes
from apivet.live.exchanges import EMPTY, Exchange
from apivet.live.gate_ledger import IN_USE, NOT_DROPPED, UNGATED, GateLedger, ProbeResult
from apivet.live.gates import GatedField, GateMap, GateStates
from apivet.live.growing import grow
from apivet.live.negotiation import negotiate
from apivet.live.objects import Sent
from apivet.live.paths import ABSENT, Path, field_name, get, leaves, put, remove
from apivet.live.resources import Resource
from apivet.live.schemas import Schema
from apivet.live.values import NO_PAYLOAD, SERVERS_OWN

#: Repairs of an object that the other server does not take at once.
_ROUNDS: Final = 12
#: Other values that are tried for a field that is in use.
_MOST_VALUES: Final = 5


class GateState(Struct):
    """One resource at a server in one state of its gates: the object that was sent there, and the answer."""

    bench: ResourceBench
    #: Benches for the object that is stored with what is gated, and for one without.
    used: ResourceBench
    unused: ResourceBench
    schema: Schema | None
    gates: GateStates
    sent: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    #: Whether the object is stored there, for the other one to update.
    is_held: bool = False
    obstacle: str = ""

    def create(self, document: dict[str, Any]) -> Sent:
        return self.bench.create(document)

    def take(self, document: dict[str, Any]) -> bool:
        """Send an object, and what has to be repaired of it; whether any was taken."""
        told = negotiate(lambda each: self.create(each).answer, document, self.schema, rounds=_ROUNDS)
        if told.is_valid:
            self.sent, self.answer = told.document, told.answer.object
        else:
            self.obstacle = told.answer.words
        return told.is_valid

    def hold(self) -> None:
        """Store the object, where that may be."""
        if self.is_held or self.obstacle:
            return
        try:
            self.used.store(self.sent)
            self.is_held = True
        except ObstacleError as error:
            self.obstacle = str(error)


class SeenGated(Struct, frozen=True, order=True):
    """A field that is stored in one state and dropped in the other, with the gates that may be why."""

    resource: str
    field: str
    gates: tuple[str, ...]


def settle(one: GateState, other: GateState, document: dict[str, Any]) -> bool:
    """Send the fullest object that both take. The second server may take fields that the first does not store, so that
    the object is grown there as well."""
    if not other.take(document):
        return False
    grown = grow(lambda each: other.create(each).answer, other.sent, other.answer, other.schema)
    for candidate in (grown.document, document):
        if one.take(candidate) and other.take(one.sent) and other.sent == one.sent:
            return True
    return one.take(document) and other.take(document)


class FieldComparison:
    """The gate rules of one resource in two states."""

    def __init__(self, resource: Resource, ledger: GateLedger, known: GateMap) -> None:
        self._resource = str(resource)
        self._ledger = ledger
        self._map = known
        self._known = known.of(resource)
        self.seen: list[SeenGated] = []

    def look(self, on: GateState, off: GateState) -> None:
        """Judge the fields whose gates are on in the first state and off in the second, and those that the first stores
        and the second drops."""
        dropped = _dropped(on, off)
        for name in dropped:
            self.seen.append(SeenGated(self._resource, name, self._gates_of(name, on, off)))
        fields = [each for each in self._known if _is_between(each, on, off)]
        told = [each for name in dropped if not self._covered(name) for each in self._observed(name, on, off)]
        if fields or told:
            off_holds = self._hold_without([*fields, *told], off)
            on.hold()
            shared = not on.obstacle and on.used.is_seen_by(off.bench)
            for each in (*fields, *told):
                self._not_dropped(each, on, off, off_holds)
                self._in_use(each, on, off, shared)
        self._hints(on, off, {each.field for each in (*fields, *told)})

    def _gates_of(self, name: str, on: GateState, off: GateState) -> tuple[str, ...]:
        mapped = next((each.gates for each in self._known if each.covers(name)), ())
        switched = tuple(sorted(gate for gate, state in on.gates.items() if state and off.gates.get(gate) is False))
        return mapped or switched

    def _covered(self, name: str) -> bool:
        return any(each.covers(name) for each in self._known)

    def _observed(self, name: str, on: GateState, off: GateState) -> Iterator[GatedField]:
        yield GatedField(self._resource, name, self._gates_of(name, on, off))

    # ------------------------------------------------------------------------------------------- off, and not used

    def _not_dropped(self, gated: GatedField, on: GateState, off: GateState, off_holds: bool) -> None:
        message = f"{gated.field} is stored although {_gate_words(gated)} is off"
        places = _places(off.sent, gated.field)
        reason = ""
        if not places:
            reason = f"no value of {gated.field} is taken" + (f": {off.obstacle}" if off.obstacle else "")
        elif not any(_is_used(on.answer, place) for place in _places(on.sent, gated.field)):
            reason = f"{gated.field} is not stored with {_gate_words(gated)} on either"
        if reason:
            self._ledger.give_up(self._resource, NOT_DROPPED, gated.field, reason)
            return

        def create() -> ProbeResult | None:
            sent = off.create(off.sent)
            return _breach_where_used(Exchange(sent, {}, tuple(places)), places) if sent.answer.accepted else None

        def update() -> ProbeResult | None:
            exchange = off.unused.update(lambda stored: _with(stored, off.sent, places), tuple(places))
            return _breach_where_used(exchange, places) if exchange.is_accepted else None

        self._ledger.probe(self._resource, NOT_DROPPED, gated.field, message, create)
        if off_holds:
            self._ledger.probe(self._resource, NOT_DROPPED, gated.field, message, update)

    def _hold_without(self, fields: list[GatedField], off: GateState) -> bool:
        """Store the object without what is gated; whether updates can be tried on it."""
        document = off.sent
        for place in (place for each in fields for place in reversed(_places(off.sent, each.field))):
            document = remove(document, place)
        try:
            off.unused.store(document)
        except ObstacleError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------ off, and used

    def _in_use(self, gated: GatedField, on: GateState, off: GateState, shared: bool) -> None:
        message = f"{gated.field} of an object that uses it is lost on an update while {_gate_words(gated)} is off"
        places = [place for place in _places(on.sent, gated.field) if _is_used(on.answer, place)]
        reason = ""
        if on.obstacle:
            reason = on.obstacle
        elif not shared:
            reason = "the two servers share no store: start both over one, or let apivet switch with --switch-gates"
        elif not places:
            reason = f"{gated.field} is not stored with {_gate_words(gated)} on"
        if reason:
            self._ledger.give_up(self._resource, IN_USE, gated.field, reason)
            return
        adopted = off.bench.adopting(on.used)
        for changes in ((), *_other_values(on, places)):

            def send(changes: tuple[tuple[Path, Any], ...] = changes) -> ProbeResult | None:
                exchange = adopted.update(lambda stored: _changed(stored, changes), tuple(path for path, _ in changes))
                return _breach_where_lost(exchange, places) if exchange.is_accepted else None

            if changes and send() is None:
                continue
            self._ledger.probe(self._resource, IN_USE, gated.field, message, send)
            if changes:
                break

    # ------------------------------------------------------------------------------------------------- only hinted

    def _hints(self, on: GateState, off: GateState, judged: set[str]) -> None:
        """Name fields whose descriptions name a gate that is off, though they are stored: that is a hint, no more."""
        gates = [gate for gate, state in off.gates.items() if not state and on.gates.get(gate)]
        for name, path in sorted(_fields_of(off.sent).items()):
            node = off.schema.at(path) if off.schema is not None else None
            named = [gate for gate in gates if node is not None and gate in node.description]
            if named and name not in judged and not self._covered(name) and _is_used(off.answer, path):
                self._ledger.give_up(
                    self._resource,
                    NOT_DROPPED,
                    name,
                    f"its description names {named[0]}, which is off, and it is stored: a hint only, as the text may be"
                    " about values; name the field in a map of gates to have it judged",
                )

    # ------------------------------------------------------------------------------------------------ lost for good

    def look_for_losses(self, one: GateState, other: GateState) -> None:
        """Judge the fields that are lost in both states."""
        lost = [name for name in _lost(one) if name in set(_lost(other)) and not self._covered(name)]
        self._ledger.count(self._resource, len(_fields_of(one.sent)))
        off = sorted(gate for gate, state in one.gates.items() if not state and other.gates.get(gate) is False)
        for name in lost:
            path = _fields_of(one.sent)[name]
            node = one.schema.at(path) if one.schema is not None else None
            words = node.description if node is not None else ""
            if any(gate in words for gate in off) or _is_write_only(node) or _is_servers_own(path):
                continue
            unknown = next((gate for gate in off if gate not in self._map.gates), "")
            if unknown or not one.gates:
                reason = f"{unknown} is off at both" if unknown else "the servers do not tell which gates are on"
                advice = (
                    f"{name} is lost at both servers, and {reason}: a map of gates that names its fields would tell"
                )
                self._ledger.doubt(self._resource, UNGATED, None, advice)
                continue
            exchange = Exchange(one.create(one.sent), {}, (path,))
            if exchange.is_accepted and get(exchange.after, path) is ABSENT:
                message = f"{name} is lost whatever the gates are, and no gate is known to be about it"
                self._ledger.lost(self._resource, name, message, exchange)


def _is_between(gated: GatedField, on: GateState, off: GateState) -> bool:
    """Whether a field has all its gates on in one state, and one of them off in the other."""
    return all(on.gates.get(gate) for gate in gated.gates) and any(off.gates.get(gate) is False for gate in gated.gates)


def _gate_words(gated: GatedField) -> str:
    if not gated.gates:
        return "the gate that differs (the metrics do not tell which)"
    names = " or ".join(gated.gates)
    return f"the gate {names}" if len(gated.gates) == 1 else f"one of the gates {names}"


def _is_servers_own(path: Path) -> bool:
    """Whether a place is metadata that the server sets itself, be it that of a template."""
    return any(one == "metadata" and other in SERVERS_OWN for one, other in itertools.pairwise(path))


def _is_write_only(node: Schema | None) -> bool:
    return node is not None and (node.node.get("writeOnly") is True or "write-only" in node.description)


def _payload(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in NO_PAYLOAD}


def _is_used(document: dict[str, Any], path: Path) -> bool:
    value = get(document, path)
    return not any(value is each for each in (ABSENT, None)) and value not in ("", {}, [])


def _missing(state: GateState) -> Iterator[Path]:
    """The uppermost places of what was sent and is not stored; what was sent empty is no loss."""
    for path, value in leaves(_payload(state.sent)):
        if value in EMPTY:
            continue
        for length in range(1, len(path) + 1):
            if get(state.answer, path[:length]) is ABSENT:
                yield path[:length]
                break


def _lost(state: GateState) -> list[str]:
    return list(dict.fromkeys(field_name(path) for path in _missing(state)))


def _dropped(on: GateState, off: GateState) -> list[str]:
    """The fields that are stored in one state and not in the other."""
    paths = [path for path in _missing(off) if get(on.sent, path) == get(off.sent, path) and _is_used(on.answer, path)]
    return list(dict.fromkeys(map(field_name, paths)))


def _fields_of(document: dict[str, Any]) -> dict[str, Path]:
    """The fields of the payload, parts included, each with the first place where it stands."""
    found: dict[str, Path] = {}
    for path, _ in leaves(_payload(document)):
        for length in range(1, len(path) + 1):
            found.setdefault(field_name(path[:length]), path[:length])
    return found


def _places(document: dict[str, Any], field_: str) -> list[Path]:
    """The places of a field in an object: one for each element of the lists on the way."""
    found: dict[Path, None] = {}
    for path, _ in leaves(_payload(document)):
        for length in range(1, len(path) + 1):
            if field_name(path[:length]) == field_:
                found.setdefault(path[:length])
    return list(found)


def _with(stored: dict[str, Any], source: dict[str, Any], places: list[Path]) -> dict[str, Any]:
    for place in places:
        stored = put(stored, place, copy.deepcopy(get(source, place)))
    return stored


def _changed(stored: dict[str, Any], changes: tuple[tuple[Path, Any], ...]) -> dict[str, Any]:
    for path, value in changes:
        stored = put(stored, path, value)
    return stored


def _other_values(on: GateState, places: list[Path]) -> Iterator[tuple[tuple[Path, Any], ...]]:
    """Changes of the field to another value, one leaf at a time."""
    changes = (
        change
        for place in places
        for change in leaf_changes(get(on.answer, place), on.schema.at(place) if on.schema else None, place)
    )
    for change in itertools.islice(changes, _MOST_VALUES):
        yield (change,)


def _breach_where_used(exchange: Exchange, places: list[Path]) -> ProbeResult:
    used = next((place for place in places if _is_used(exchange.after, place)), None)
    return ProbeResult(exchange, "" if used is None else f"stored {field_name(used)} with the gate off")


def _breach_where_lost(exchange: Exchange, places: list[Path]) -> ProbeResult:
    """The result, which breaks the rule where the caller's value is lost, or the old one put back. A value that is
    stored in other words is kept."""
    for path, value in (leaf for place in places for leaf in leaves(get(exchange.sent, place), place)):
        stored = get(exchange.after, path)
        if value not in EMPTY and stored != value and stored in (ABSENT, get(exchange.before, path)):
            words = "is gone" if stored is ABSENT else "is what it was before"
            return ProbeResult(exchange, f"{field_name(path)} {words} after the update with the gate off")
    return ProbeResult(exchange)
