"""Negotiation: a valid object is talked out of the server, from the smallest one on, complaint by complaint."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct, field

from apivet.live.answers import ServerAnswer
from apivet.live.paths import ABSENT, Path
from apivet.live.repairs.complaints import Complaint, complaints, kind_of
from apivet.live.repairs.mending import Mend, mends
from apivet.live.schemas import Schema

#: Rounds of complaints and repairs before a server is given up on.
MOST_ROUNDS: Final = 30
#: Repairs of what a server says without naming a place.
_MOST_GUESSES: Final = 2
#: Values that are tried at one place.
_MOST_AT_ONE_PLACE: Final = 12

#: Sends an object, and gives the answer.
Send = Callable[[dict[str, Any]], ServerAnswer]


class Negotiated(Struct):
    """The object that was taken, or the last one that was not; with the last answer and the number of requests."""

    document: dict[str, Any]
    answer: ServerAnswer
    requests: int

    @property
    def is_valid(self) -> bool:
        return self.answer.accepted


class _Tried(Struct):
    """Repairs that were tried already: a value at a path never twice, lest repairs go in circles, and only so many
    values at one path. Where a part is made anew, what was tried within it is worth another try."""

    edits: dict[str, tuple[Path, ...]] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)
    guesses: int = 0

    def take(self, mend: Mend, document: dict[str, Any]) -> bool:
        """Whether the mend is new, and makes an object that is; from now on it is not."""
        if json.dumps(mend.apply(document), sort_keys=True) in self.sent:
            return False
        key = json.dumps([[list(path), "absent" if value is ABSENT else [value]] for path, value in mend.edits])
        places = tuple(path for path, _ in mend.edits)
        is_removal = all(value is ABSENT for _, value in mend.edits)
        if key in self.edits or (list(self.edits.values()).count(places) >= _MOST_AT_ONE_PLACE and not is_removal):
            return False
        for known, inner in list(self.edits.items()):
            if all(any(len(path) > len(place) and path[: len(place)] == place for place in places) for path in inner):
                del self.edits[known]
        self.edits[key] = places
        return True


def negotiate(
    send: Send, document: dict[str, Any], schema: Schema | None, *, within: Path = (), rounds: int = MOST_ROUNDS
) -> Negotiated:
    """Send an object, repair what the server complains of, and send it again, until it is taken or nothing new can be
    tried. Only what lies ``within`` a path is changed."""
    tried = _Tried()
    answer = send(document)
    requests = 1
    tried.sent.add(json.dumps(document, sort_keys=True))
    while not answer.accepted and requests < rounds:
        repaired = _repaired(answer, document, schema, within, tried)
        if repaired is None:
            break
        document = repaired
        answer = send(document)
        requests += 1
        tried.sent.add(json.dumps(document, sort_keys=True))
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
            if all(_may_change(path, within) for path, _ in mend.edits) and tried.take(mend, changed or document):
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
