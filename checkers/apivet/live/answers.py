"""Answers of a server: bodies of a stranger, bounded in size, depth and time before anything reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from msgspec import Struct, field

from apivet.live.problems import listed_problems, whole_message
from apivet.paths import render

#: No object or schema is larger, or more deeply nested, than this.
LARGEST_BODY: Final = 16 * 1024 * 1024
DEEPEST_BODY: Final = 100
#: Limits of reading a server's complaints, and of repeating them: causes, characters.
_MOST_CAUSES: Final = 200
_LONGEST_MESSAGE: Final = 4_000
_LONGEST_TOLD: Final = 300


class StatusCause(Struct, frozen=True):
    """One complaint about a request: the field as the server words it, the reason's word, and a message."""

    field: str
    reason: str
    message: str


#: The status of an answer that was cut off before there was one, by a server that still answers others.
CUT_OFF: Final = 0


class ServerAnswer(Struct, frozen=True):
    """A status code with the body's document, or with the reason for which there is none. Where it took several
    ``attempts``, an earlier one may have been carried out, whatever the server said."""

    status: int
    document: Any = None
    text: str = ""
    unusable: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    attempts: int = 1

    @property
    def accepted(self) -> bool:
        """Whether the request was carried out and answered with an object."""
        return 200 <= self.status < 300 and isinstance(self.document, dict)

    @property
    def is_server_error(self) -> bool:
        """Whether it tells of a mistake of the server's own, whatever was asked for."""
        return self.status >= 500 or self.status == CUT_OFF

    @property
    def object(self) -> dict[str, Any]:
        """The object of the answer; empty where there is none."""
        return self.document if isinstance(self.document, dict) else {}

    @property
    def reason(self) -> str:
        """The word of a Status for what went wrong."""
        return _text(self.object.get("reason"))

    @property
    def message(self) -> str:
        """The message of the server, in full."""
        if self.object.get("kind") == "Status":
            said = _text(self.object.get("message"))
        else:
            said = whole_message(self.object) if self.status >= 400 else ""
        return (said or self.text)[:_LONGEST_MESSAGE]

    @property
    def words(self) -> str:
        """The message of the server in a line for people."""
        said = " ".join(self.unusable.split() or self.message.split() or self._listed.split())
        shortened = said if len(said) <= _LONGEST_TOLD else said[:_LONGEST_TOLD] + " ..."
        return f"{self.status}: {shortened}" if shortened and self.status else shortened or str(self.status)

    @property
    def causes(self) -> tuple[StatusCause, ...]:
        """The complaints, field by field."""
        details = self.object.get("details")
        listed = details.get("causes") if isinstance(details, dict) else None
        found = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        if not found and self.status >= 400 and self.object.get("kind") != "Status":
            problems = listed_problems(self.object)
            return tuple(StatusCause(render(path), "", words[:_LONGEST_MESSAGE]) for path, words in problems)
        return tuple(
            StatusCause(
                _text(each.get("field")), _text(each.get("reason")), _text(each.get("message"))[:_LONGEST_MESSAGE]
            )
            for each in found[:_MOST_CAUSES]
        )

    @property
    def _listed(self) -> str:
        """The first complaints, where nothing is said of the whole."""
        return "; ".join(f"{each.field}: {each.message}" for each in self.causes[:3])


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def answer_of(status: int, headers: Mapping[str, str], body: bytes) -> ServerAnswer:
    """The answer that a body holds; a body that is no JSON is kept as text, for its words."""
    encoding = headers.get("content-encoding", "identity")
    if encoding not in ("", "identity"):
        return ServerAnswer(status, unusable=f"the answer is encoded as {encoding[:40]}, which was not asked for")
    try:
        document = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        text = body[:_LONGEST_MESSAGE].decode("utf-8", "replace")
        return ServerAnswer(
            status, text=text, unusable="" if status >= 400 else "the answer is no JSON", headers=headers
        )
    if depth_exceeds(document, DEEPEST_BODY):
        return ServerAnswer(status, unusable="the answer is nested too deeply", headers=headers)
    unusable = "" if isinstance(document, dict) else "the answer is no object"
    return ServerAnswer(status, document, unusable=unusable, headers=headers)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def depth_exceeds(document: Any, limit: int) -> bool:
    """Whether a document has more levels than that; looked at level by level, so that no depth can hurt."""
    level = [document]
    for _ in range(limit):
        below: dict[int, Any] = {}  # parts that are shared, as in YAML, once
        for node in level:
            inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
            below.update((id(each), each) for each in inner if isinstance(each, (dict, list)))
        if not below:
            return False
        level = list(below.values())
    return True
