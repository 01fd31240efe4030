"""Growing: from the smallest object to one in which as much is set as the server takes, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, field

from apivet.live.negotiation import Send, negotiate
from apivet.live.paths import ABSENT, Path, get, put
from apivet.live.schemas import Schema
from apivet.live.values import NO_PAYLOAD, smallest

#: Requests for growing one object, and levels below its parts.
BUDGET: Final = 80
_DEEPEST: Final = 6
#: Repairs of one field by itself.
_ROUNDS: Final = 3


class Grown(Struct):
    """The filled object with the answer to it; fields that were taken but are not in the answer, and fields that were
    not taken beside the others."""

    document: dict[str, Any]
    answer: dict[str, Any]
    dropped: list[Path] = field(default_factory=list)
    refused: list[Path] = field(default_factory=list)
    requests: int = 0


def grow(send: Send, document: dict[str, Any], answer: dict[str, Any], schema: Schema | None) -> Grown:
    """Set each optional field, those of one level together, and by halves where that is refused. Deepest last."""
    grown = Grown(document, answer)
    for _ in range(_DEEPEST):
        fields = _missing(grown, schema)
        if not fields or grown.requests >= BUDGET:
            break
        _add(grown, send, fields, schema)
    return grown


def grow_parts(
    send: Send, document: dict[str, Any], answer: dict[str, Any], parts: Sequence[Path], schema: Schema | None
) -> Grown:
    """Set each of these parts, all together, and by halves where that is refused."""
    grown = Grown(document, answer)
    _add(grown, send, parts, schema)
    return grown


def _missing(grown: Grown, schema: Schema | None) -> list[Path]:
    """The fields that the object could have besides, of all parts that it has."""
    if schema is None:
        return []
    known = {*grown.dropped, *grown.refused}
    found: list[Path] = []
    level: list[tuple[Path, Schema]] = [((), schema)]
    while level:
        below: list[tuple[Path, Schema]] = []
        for path, node in level:
            value = get(grown.document, path)
            for name, inner in node.properties.items():
                place = (*path, name)
                if (not path and name in NO_PAYLOAD) or place in known or len(path) > _DEEPEST:
                    continue
                if get(grown.document, place) is ABSENT:
                    found.append(place)
                else:
                    below.append((place, inner))
            if isinstance(value, list) and value and node.items is not None:
                below.append(((*path, 0), node.items))
        level = below
    return found


def _add(grown: Grown, send: Send, fields: Sequence[Path], schema: Schema | None) -> None:
    """Add all the fields, or what is possible of them."""
    if grown.requests >= BUDGET:
        return
    document = grown.document
    for path in fields:
        document = put(document, path, smallest(schema.at(path) if schema else None))
    if len(fields) > 1:
        answer = send(document)
        grown.requests += 1
        if not answer.accepted:
            middle = len(fields) // 2
            _add(grown, send, fields[:middle], schema)
            _add(grown, send, fields[middle:], schema)
            return
        _keep(grown, fields, document, answer.object)
        return
    (path,) = fields
    told = negotiate(send, document, schema, within=path, rounds=_ROUNDS)
    grown.requests += told.requests
    if not told.is_valid or get(told.document, path) is ABSENT:
        grown.refused.append(path)
        return
    _keep(grown, fields, told.document, told.answer.object)


def _keep(grown: Grown, fields: Sequence[Path], document: dict[str, Any], answer: dict[str, Any]) -> None:
    """Note which of the fields the answer lacks: the server ignores them. An empty part may be left out of it."""
    for path in fields:
        is_empty = get(document, path) in ({}, [], "", None, 0, False)
        if get(answer, path) is ABSENT and not is_empty:
            grown.dropped.append(path)
    grown.document, grown.answer = document, answer
