"""Starting: the valid object that the trials of a resource begin with, and the filled one, remembered or negotiated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.live.changes import merged
from apivet.live.growing import Grown, grow, grow_parts
from apivet.live.learned import Learned, LearnedObjects, LearnedStatus, key_of, lost_leaves
from apivet.live.negotiation import Negotiated, Send, negotiate
from apivet.live.stubs import stub_name
from apivet.live.survey import LiveSubject
from apivet.live.values import NO_PAYLOAD, smallest

#: Rounds of complaints and repairs before a status is given up on.
_MOST_STATUS_ROUNDS: Final = 15


class Beginning(Struct, frozen=True):
    """The smallest valid object (or the last one that was refused) and the filled one; ``saved`` requests were sent by
    an earlier run."""

    valid: Negotiated
    grown: Grown
    saved: int = 0
    stub_is_needed: bool = True


class Starts(Struct):
    """The sources of valid objects: stubs by their names, a memory where there is one. ``server`` is its version."""

    stubs: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    memory: LearnedObjects | None = None
    server: str = ""

    def begin(self, subject: LiveSubject, send: Send) -> Beginning:
        """A valid object of a resource."""
        stub = self.stubs.get(stub_name(subject.resource), {})
        key = self._key(subject)
        known = self.memory.recall(key) if self.memory else None
        began = _remembered(known, send) if known else None
        if began is not None:
            return began
        clean = _Watched(send)
        began = _negotiated(subject, clean.send, stub)
        if self.memory and began.valid.is_valid and not clean.has_errors:
            self.memory.keep(key, _learned(began, clean.requests))
        # A memory that was of no use has cost one request, which is not the resource's.
        return replace(began, saved=-1) if known else began

    def status(
        self, subject: LiveSubject, wanted: dict[str, Any], send: Send, count: Callable[[], int]
    ) -> tuple[Negotiated, int]:
        """The object with a status that is taken, and how many more requests than were sent it takes to find it, which
        an earlier run has sent. ``count`` tells how many were sent so far."""
        key, before = self._key(subject), count()
        known = self.memory.recall_status(key) if self.memory else None
        if known is not None:
            answer = send(known.document)
            if answer.accepted:
                return Negotiated(known.document, answer, known.requests), known.requests - (count() - before)
        wasted = count() - before
        clean = _Watched(send)
        told = negotiate(clean.send, wanted, subject.schema, within=("status",), rounds=_MOST_STATUS_ROUNDS)
        if not (told.is_valid and told.document.get("status")):
            told = _grown_status(subject, clean.send, told)
        if self.memory and told.is_valid and not clean.has_errors:
            self.memory.keep_status(key, LearnedStatus(told.document, count() - before - wasted))
        return told, -wasted

    def _key(self, subject: LiveSubject) -> str:
        stub = self.stubs.get(stub_name(subject.resource), {})
        return key_of(subject.resource, subject.schema, self.server, stub) if self.memory else ""


class _Watched(Struct):
    """A way to send that counts, and notes whether the server had errors of its own."""

    inner: Send
    requests: int = 0
    has_errors: bool = False

    def send(self, document: dict[str, Any]) -> Any:
        answer = self.inner(document)
        self.requests += 1
        self.has_errors |= answer.is_server_error
        return answer


def _remembered(known: Learned, send: Send) -> Beginning | None:
    """The object as it was found before, where it is still taken as it was then."""
    answer = send(known.filled)
    if not answer.accepted or lost_leaves(known.filled, answer.object) != known.lost:
        return None
    grown = Grown(known.filled, answer.object, list(known.dropped), list(known.refused))
    valid = Negotiated(known.smallest, answer, known.to_valid)
    return Beginning(valid, grown, max(known.requests - 1, 0), known.stub_is_needed)


def _negotiated(subject: LiveSubject, send: Send, stub: dict[str, Any]) -> Beginning:
    start = {name: value for name, value in smallest(subject.schema).items() if name not in NO_PAYLOAD}
    plain: dict[str, Any] = {**start, "metadata": {}}
    valid = negotiate(send, plain, subject.schema)
    stub_is_needed = not valid.is_valid
    if stub:
        valid = negotiate(send, merged(plain, stub), subject.schema)
    grown = Grown(valid.document, valid.answer.object)
    if valid.is_valid:
        grown = grow(send, valid.document, valid.answer.object, subject.schema)
    return Beginning(valid, grown, stub_is_needed=stub_is_needed)


def _grown_status(subject: LiveSubject, send: Send, refused: Negotiated) -> Negotiated:
    """As much of a status as is taken, from an empty one on, where the whole is not."""
    schema = subject.schema.properties.get("status") if subject.schema else None
    empty: dict[str, Any] = {"status": {}}
    answer = send(empty)
    if schema is None or not answer.accepted:
        return refused
    grown = grow_parts(send, empty, answer.object, [("status", name) for name in schema.properties], subject.schema)
    return Negotiated(grown.document, answer, refused.requests + grown.requests + 1)


def _learned(began: Beginning, requests: int) -> Learned:
    grown = began.grown
    lost = lost_leaves(grown.document, grown.answer)
    return Learned(
        began.valid.document,
        grown.document,
        tuple(grown.dropped),
        tuple(grown.refused),
        lost,
        began.valid.requests,
        requests,
        began.stub_is_needed,
    )
