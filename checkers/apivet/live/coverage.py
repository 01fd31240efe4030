"""Coverage: how far a resource came, and what of its objects could be filled."""

from __future__ import annotations

import json
from typing import Any, Final

from msgspec import Struct, field

from apivet.live.exchanges import shown_request, without_run
from apivet.live.growing import Grown
from apivet.live.objects import Sent
from apivet.live.paths import field_name, get, leaves
from apivet.live.schemas import Schema
from apivet.live.stubs import stub_name
from apivet.live.survey import LiveSubject, fields
from apivet.live.values import NO_PAYLOAD, SERVERS_OWN


class ServerError(Struct, frozen=True):
    """An error of the server's own, with the request that brought it."""

    request: str
    answer: str
    body: Any


#: Errors of one resource that are reported.
_MOST_ERRORS: Final = 10


class ResourceCoverage(Struct):
    """The coverage of a resource: whether a valid object was found and a filled status stored, and the server's
    last words where not."""

    subject: LiveSubject
    valid: bool = False
    status: bool | None = None
    requests: int = 0
    first_valid: int = 0
    reason: str = ""
    errors: list[ServerError] = field(default_factory=list)
    document: dict[str, Any] | None = None
    #: How many of the payload's fields the filled object has, of those that the schema knows of, and which the server
    #: takes and drops.
    filled: int = 0
    known: int = 0
    dropped: tuple[str, ...] = ()
    stub_is_needed: bool = True

    @property
    def stub(self) -> str:
        """The name of the file that could help."""
        return stub_name(self.subject.resource)

    def note_error(self, sent: Sent, run: str) -> None:
        """Note the request where its answer is an error of the server's own; each kind of error once."""
        if not sent.answer.is_server_error:
            return
        request, words = shown_request(sent), sent.answer.words
        known = {(each.request, each.answer) for each in self.errors}
        if (request, words) not in known and len(known) < _MOST_ERRORS:
            self.errors.append(ServerError(request, words, _same_each_time(sent.body, run)))

    def note_fields(self, grown: Grown, schema: Schema | None) -> None:
        """Count the fields of the filled object."""
        payload = {name: value for name, value in grown.document.items() if name not in NO_PAYLOAD}
        self.filled = len({field_name(path) for path, _ in leaves(payload)})
        self.known = len({field_name(path) for path in fields(schema) if path[0] != "status"}) if schema else 0
        self.dropped = tuple(sorted({field_name(path) for path in grown.dropped}))


def _same_each_time(body: Any, run: str) -> Any:
    """The body of a request without what differs from run to run: the run's id, and what the server has given the
    object."""
    metadata = get(body, ("metadata",))
    if not isinstance(metadata, dict):
        return without_run(body, run)
    kept = {name: value for name, value in metadata.items() if name not in SERVERS_OWN or name in ("name", "namespace")}
    text = json.dumps({**body, "metadata": kept})
    uid = metadata.get("uid")
    return without_run(json.loads(text.replace(uid, "UID") if isinstance(uid, str) and uid else text), run)
