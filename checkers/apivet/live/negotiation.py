"""Negotiation: a valid object is talked out of the server, from the smallest one on, complaint by complaint."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.live.answers import ServerAnswer
from apivet.live.paths import ABSENT, Path
from apivet.live.repairs.complaints import Complaint, complaints, kind_of
from apivet.live.repairs.mending import Mend, mends
from apivet.live.schemas import Schema

#: Rounds of complaints and repairs before a server is given up on.
MOST_ROUNDS: Final = 30
#: Repairs of what a server says without naming a place.
_MOST_GUESSES: Final = 2

#: Sends an object, and gives the answer.
Send = Callable[[dict[str, Any]], ServerAnswer]


@dataclass(slots=True)
class Negotiated:
    """The object that was taken, or the last one that was not; with the last answer and the number of requests."""

    document: dict[str, Any]
    answer: ServerAnswer
    requests: int

    @property
    def is_valid(self) -> bool:
        return self.answer.accepted


@dataclass(slots=True)
class _Tried:
    """Repairs that were tried already: a value at a path never twice, lest repairs go in circles."""

    edits: set[str] = field(default_factory=set)
    guesses: int = 0

    def take(self, mend: Mend) -> bool:
        """Whether the mend is new; from now on it is not."""
        key = json.dumps([[list(path), "absent" if value is ABSENT else [value]] for path, value in mend.edits])
        if key in self.edits:
            return False
        self.edits.add(key)
        return True


def negotiate(
    send: Send, document: dict[str, Any], schema: Schema | None, *, within: Path = (), rounds: int = MOST_ROUNDS
) -> Negotiated:
    """Send an object, repair what the server complains of, and send it again, until it is taken or nothing new can be
    tried. Only what lies ``within`` a path is changed."""
    tried = _Tried()
    answer = send(document)
    requests = 1
    while not answer.accepted and requests < rounds:
        repaired = _repaired(answer, document, schema, within, tried)
        if repaired is None:
            break
        document = repaired
        answer = send(document)
        requests += 1
    return Negotiated(document, answer, requests)


def _repaired(
    answer: ServerAnswer, document: dict[str, Any], schema: Schema | None, within: Path, tried: _Tried
) -> dict[str, Any] | None:
    """The object with at most one repair for each complaint; nothing where there is none that is new."""
    found = complaints(answer, document, schema)
    placed = [each for each in found if each.path]
    if not placed:
        if tried.guesses >= _MOST_GUESSES or not 400 <= answer.status <= 500:
            return None
        tried.guesses += 1
        found = found or (Complaint((), kind_of(answer.reason, answer.message), answer.message),)
    else:
        found = tuple(placed)
    changed: dict[str, Any] | None = None
    mended: list[Path] = []
    for complaint in found:
        # A part that was mended in this round may be in order now, with all that is in it.
        if any(_overlap(complaint.path, path) for path in mended if complaint.path):
            continue
        for mend in mends(complaint, changed or document, schema):
            if all(_may_change(path, within) for path, _ in mend.edits) and tried.take(mend):
                changed = mend.apply(changed or document)
                mended += [path for path, _ in mend.edits]
                break
    return changed


def _may_change(path: Path, within: Path) -> bool:
    """Whether a place is the client's: within the part that is talked about, and none that makes the object one."""
    return path[: len(within)] == within and path not in _FIXED


_FIXED: Final = ((), ("metadata",), ("apiVersion",), ("kind",))


def _overlap(one: Path, other: Path) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
