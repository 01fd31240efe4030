"""Watching: the events of a resource, read until all that are due have come, and it has been quiet for a moment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from apivet.live.answers import answer_of
from apivet.live.connection import Connection

#: Seconds to wait for an event that is due, first and after one has not come in that time; and for one that is not due.
_PATIENCE: Final = 5.0
_LESS_PATIENCE: Final = 2.0
_QUIET: Final = 0.15
#: Seconds for which events that are not due are listened to, and how many.
_LONGEST: Final = 1.0
_MOST: Final = 1_000
_WORDS: Final = ("ADDED", "MODIFIED", "DELETED")


class WatchPatience(Struct):
    """Seconds that one more watch of a resource is worth: fewer after one that was silent, or never quiet."""

    due: float = _PATIENCE
    noise: float = _LONGEST


class WatchedEvents(Struct):
    """Kinds of events with their objects; ``failure`` says why there are none."""

    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    failure: str = ""


def events_of(
    connection: Connection,
    path: str,
    query: Mapping[str, str],
    due: int,
    concerns: Callable[[dict[str, Any]], object],
    patience: WatchPatience,
) -> WatchedEvents:
    """The events of a watch; ``due`` are those about objects that concern the caller."""
    watched = WatchedEvents()
    rest = b""
    count = 0
    end = time.monotonic() + (patience.due if due else patience.noise)

    def take(part: bytes) -> float:
        nonlocal rest, count, end
        was_due = count < due
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            count += _take_line(line, watched, concerns)
        if watched.failure or len(watched.events) > due + _MOST:
            return 0.0
        if count >= due and was_due:
            end = time.monotonic() + patience.noise
        return min(_QUIET if count >= due else patience.due, max(end - time.monotonic(), 0.0))

    asked = {"watch": "true", "timeoutSeconds": str(int(_PATIENCE) + 1), **query}
    answer = connection.follow(path, asked, take)
    if time.monotonic() >= end:
        if count < due:
            patience.due = _LESS_PATIENCE
        else:
            patience.noise = _QUIET
    if answer.status != 200:
        watched.failure = answer.words
    return watched


def _take_line(line: bytes, watched: WatchedEvents, concerns: Callable[[dict[str, Any]], object]) -> int:
    """Note the event of a line. The number of events that concern the caller."""
    if not line.strip():
        return 0
    event = answer_of(200, {}, line).object
    word, told = event.get("type"), event.get("object")
    if word == "BOOKMARK":
        return 0
    if word not in _WORDS or not isinstance(told, dict):
        watched.failure = watched.failure or f"the event {json.dumps(event)[:200]}"
        return 0
    watched.events.append((word, told))
    return int(bool(concerns(told)))
