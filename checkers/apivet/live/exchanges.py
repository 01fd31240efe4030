"""Exchanges: what was stored, what was sent, and what was answered; all that rules are judged by."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct, field

from apivet.live.objects import Sent
from apivet.live.paths import ABSENT, Path, differences, get
from apivet.live.values import NO_PAYLOAD
from apivet.paths import render

#: A moment that is this near is the server's own clock.
_NOW: Final = timedelta(minutes=10)
_LONGEST_VALUE: Final = 80
#: Updates of an object that is not there, or without a version; a delete without a policy.
ABOUT_ABSENT: Final = "absent"
ABOUT_UNVERSIONED: Final = "unversioned"
ABOUT_DELETE: Final = "delete"
#: A write in another version, named behind it; a promise of the storage, by its name.
ABOUT_VERSION: Final = "version:"
ABOUT_STORAGE: Final = "storage:"
#: Values that many a server takes for nothing.
EMPTY: Final = (ABSENT, None, "", 0, False)


class Exchange(Struct, frozen=True):
    """``before`` is the stored object, or for a create the answer to the same without what is tried; ``changed`` are
    the paths that the trial is about. Parts at ``volatile`` paths differ by themselves."""

    request: Sent
    before: dict[str, Any]
    changed: tuple[Path, ...] = ()
    volatile: frozenset[Path] = field(default=frozenset())
    #: The one thing that the request is about, where it is no create or update of the usual kind.
    about: str = ""
    #: All requests, where it took several.
    log: tuple[Sent, ...] = ()

    @property
    def sent(self) -> dict[str, Any]:
        """The object of the request."""
        return self.request.body if isinstance(self.request.body, dict) else {}

    @property
    def after(self) -> dict[str, Any]:
        """The object of the answer."""
        return self.request.answer.object

    @property
    def is_accepted(self) -> bool:
        return self.request.answer.accepted

    @property
    def is_update(self) -> bool:
        """Whether the object itself was updated."""
        return self._is_written and not self.request.subresource and not self.about

    @property
    def is_status_update(self) -> bool:
        return self._is_written and self.request.subresource == "status"

    @property
    def _is_written(self) -> bool:
        return self.request.method == "PUT" or self.request.is_merge

    @property
    def is_apply(self) -> bool:
        return self.request.method == "PATCH" and not self.request.is_merge

    @property
    def is_create(self) -> bool:
        return self.request.method == "POST"

    def stored_changes(self, *parts: str) -> tuple[Path, ...]:
        """The leaves below parts of the object that are stored otherwise than before."""
        return self._steady(differences(_parts(self.before, parts), _parts(self.after, parts)))

    def is_unchanged(self, *parts: str) -> bool:
        """Whether parts of the object are stored exactly as before: also where the server puts the time, or another
        value each time, which is a change, though not the client's."""
        return not differences(_parts(self.before, parts), _parts(self.after, parts))

    def stored_otherwise(self, *parts: str) -> tuple[Path, ...]:
        """The same without those that are empty on one side and absent on the other: many a server takes one for the
        other."""
        return tuple(
            path
            for path in self.stored_changes(*parts)
            if get(self.before, path) not in EMPTY or get(self.after, path) not in EMPTY
        )

    def sent_changes(self, *parts: str) -> tuple[Path, ...]:
        """The leaves below parts of the object that were sent otherwise than they were stored."""
        return differences(_parts(self.before, parts), _parts(self.sent, parts))

    def payload(self) -> tuple[str, ...]:
        """The parts that are the client's."""
        return tuple(sorted({*self.before, *self.after, *self.sent} - set(NO_PAYLOAD)))

    def _steady(self, paths: Collection[Path]) -> tuple[Path, ...]:
        return tuple(path for path in paths if path not in self.volatile and not self._is_clock(path))

    def _is_clock(self, path: Path) -> bool:
        """Whether the server has put the time there."""
        value = get(self.after, path)
        return value != get(self.sent, path) and is_now(value)


def _parts(document: dict[str, Any], parts: tuple[str, ...]) -> dict[str, Any]:
    return {name: document[name] for name in parts if name in document}


def is_now(value: Any) -> bool:
    """Whether a value is a moment of these minutes."""
    if not isinstance(value, str) or not re.match(r"\d{4}-\d\d-\d\dT", value):
        return False
    try:
        moment = datetime.fromisoformat(re.sub(r"\.\d+", "", value).replace("Z", "+00:00"))
    except ValueError:
        return False
    if moment.tzinfo is None:
        return False
    return abs(datetime.now(timezone.utc) - moment) < _NOW


def generation(document: dict[str, Any]) -> int:
    """The generation of an object; 0 where it has none."""
    value = get(document, ("metadata", "generation"))
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def without_run(value: Any, run: str) -> Any:
    """A document without the run's id, which is another one next time."""
    return json.loads(json.dumps(value).replace(run, "0" * len(run)))


def story(exchange: Exchange) -> Iterator[str]:
    """The exchange for people: the requests, the smallest change that was sent, and what was stored."""
    for sent in exchange.log[-_MOST_REQUESTS:] or (exchange.request,):
        yield f"{shown_request(sent)} -> {sent.answer.status}"
    for path in exchange.changed[:_MOST_TOLD]:
        yield f"sent {render(path)}: {shown(get(exchange.sent, path))}; before {shown(get(exchange.before, path))}"
    if len(exchange.changed) > _MOST_TOLD:
        yield f"sent {len(exchange.changed) - _MOST_TOLD} more changes"


_MOST_TOLD: Final = 5
_MOST_REQUESTS: Final = 12


def shown_request(sent: Sent) -> str:
    """Method and address of a request, the same in each run."""
    key = sent.key
    address = sent.path
    for word, stands_for in ((key.name, "NAME"), (key.namespace, "NAMESPACE")):
        if word:
            address = re.sub(rf"(?<=/){re.escape(word)}(?=/|$)", stands_for, address)
    query = f"?{urlencode(sent.query)}" if sent.query else ""
    return f"{sent.method} {address}{query}"


#: Names of objects that a run makes begin with its id.
_OWN_NAME: Final = re.compile(r"\bapivet-[0-9a-f]{8}\b")


def shown(value: Any) -> str:
    """A value in a line for people; one of the run's own names stands as NAME."""
    if value is ABSENT:
        return "absent"
    # A name that is cut in the middle could not be told from others any more.
    text = _OWN_NAME.sub("apivet-RUN", re.sub(r"\s+", " ", repr(value)))
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + " ..."
