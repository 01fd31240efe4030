"""Mends: from a complaint to the changes that may answer it, the likeliest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.live.paths import ABSENT, Path, get, leaves, parse, put, remove
from apivet.live.repairs import words
from apivet.live.repairs.complaints import Complaint, Flaw
from apivet.live.repairs.elements import distinct
from apivet.live.repairs.fitting import fitted
from apivet.live.repairs.locating import locate, nearest
from apivet.live.schemas import Schema
from apivet.live.values import NAME, WORD, other_values, smallest

#: How many children of an object are tried in turn where one is missing and none is named.
_MOST_CHILDREN: Final = 30
#: How many elements a list is given that has too few.
_MOST_ELEMENTS: Final = 20
#: How many values that stand elsewhere in the object.
_MOST_FOUND: Final = 8


class Mend(Struct, frozen=True):
    """A change: values at paths; :data:`ABSENT` takes away."""

    edits: tuple[tuple[Path, Any], ...]

    def apply(self, document: dict[str, Any]) -> dict[str, Any]:
        """The changed object."""
        for path, value in self.edits:
            document = remove(document, path) if value is ABSENT else put(document, path, value)
        return document


def mends(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """The changes to try for a complaint."""
    if not complaint.path:
        yield from _somewhere(complaint, document, schema)
        return
    yield from _BY_KIND[complaint.kind](complaint, document, schema)


def _node(schema: Schema | None, path: Path) -> Schema | None:
    return schema.at(path) if schema else None


def _set(path: Path, value: Any) -> Mend:
    return Mend(((path, value),))


# ------------------------------------------------------------------------------------------------------ by kind


def _required(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    path, node = complaint.path, _node(schema, complaint.path)
    there = get(document, path)
    yield from _members(complaint, document, schema)
    yield from _in_a_map_below(complaint, node)
    if node is not None and node.values is not None and not node.properties:
        for key in words.quoted(complaint.detail):
            yield _set((*path, key), smallest(node.values))
    for each in words.listed(complaint.detail, announced=True):
        value = fitted(each, node)
        if value is not ABSENT:
            yield _set(path, value)
    if not isinstance(there, dict) or not there:
        yield _set(path, smallest(node))
    for value in _by_words(complaint, node):
        yield _set(path, value)
    if node is not None and node.type == "object":
        yield from _each_child(path, node, document)
    if node is not None and node.type == "boolean":
        yield _set(path, True)


def _in_a_map_below(complaint: Complaint, node: Schema | None) -> Iterator[Mend]:
    """``resources[storage]``, where that is a key of one of the maps in there, which is not named: in all of them, so
    that they agree, then in each alone."""
    if node is None or len(complaint.beyond) != 1:
        return
    maps = {name: inner for name, inner in node.properties.items() if inner.values is not None and not inner.properties}
    edits = [((*complaint.path, name, complaint.beyond[0]), smallest(inner.values)) for name, inner in maps.items()]
    yield from [Mend(tuple(edits)), *(Mend((each,)) for each in edits)] if edits else ()


def _members(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """One of the members that a complaint names, in turn, without the others."""
    if not re.search(
        r"one of|either|at least one|must (?:specify|have|set|provide|be (?:set|specified))", complaint.detail
    ):
        return
    for holder in (complaint.path, complaint.path[:-1]):
        node = _node(schema, holder)
        if node is None:
            continue
        named = [name for name in _named(complaint.detail) if name in node.properties]
        for name in named:
            others = [other for other in named if other != name and get(document, (*holder, other)) is not ABSENT]
            gone = tuple(((*holder, other), ABSENT) for other in others)
            yield Mend((*gone, ((*holder, name), smallest(node.properties[name]))))
        if named:
            return


def _named(detail: str) -> Iterator[str]:
    """The names that a complaint may mean: in quotes, else each of its words."""
    told = [each.split(".")[-1].split("[")[0] for each in words.quoted(detail)]
    yield from told or re.findall(r"[a-z]\w+", detail)


def _each_child(path: Path, node: Schema, document: dict[str, Any]) -> Iterator[Mend]:
    """Each member of an object in turn, where it needs one and says not which: those that ask for least come first."""
    made = {name: smallest(inner) for name, inner in list(node.properties.items())[:_MOST_CHILDREN]}
    for name in sorted(made, key=lambda name: len(json.dumps(made[name]))):
        if get(document, (*path, name)) is ABSENT:
            yield _set(path, {**_kept(get(document, path), node), name: made[name]})


def _kept(value: Any, node: Schema) -> dict[str, Any]:
    """The members that are required, of those that are there."""
    return {name: value[name] for name in node.required if name in value} if isinstance(value, dict) else {}


def _unsupported(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    path, node = complaint.path, _node(schema, complaint.path)
    if node is not None and node.values is not None and not node.properties:
        for key in words.listed(complaint.detail):
            yield _set(path, {key: smallest(node.values)})
    for each in words.listed(complaint.detail):
        value = fitted(each, node)
        if value is not ABSENT:
            yield _set(path, value)
    if path and isinstance(path[-1], str):
        above = _node(schema, path[:-1])
        if above is not None and not above.properties and get(document, path) is not ABSENT:
            for key in words.listed(complaint.detail):
                yield Mend(((path, ABSENT), ((*path[:-1], key), get(document, path))))
    for each in node.enum if node is not None else ():
        yield _set(path, each)
    yield from _deletions(path, document, schema)


def _invalid(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    path, node = complaint.path, _node(schema, complaint.path)
    there = get(document, path)
    yield from _computed(complaint, document, schema)
    yield from _members(complaint, document, schema)
    if there is ABSENT or there in (None, "", [], {}):
        yield _set(path, smallest(node))
        if node is not None and smallest(node) == {}:
            yield from _each_child(path, node, document)
    yield from _counterparts(complaint, document, schema)
    for value in _by_words(complaint, node):
        yield _set(path, value)
    for value in _found(complaint, document, schema, node):
        yield _set(path, value)
    if node is not None and there is not ABSENT and not isinstance(there, (dict, list)):
        for value in other_values(node, there):
            yield _set(path, value)
    yield from _deletions(path, document, schema)


def _computed(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """A value that has to be two fields' values with a mark between them. In the name of the object the first is a name
    that the run may choose."""
    match = _SUM.search(complaint.detail)
    if not match:
        return
    first, second = (locate(parse(match[name]), document, schema) for name in ("first", "second"))
    one, two = get(document, first), get(document, second)
    if not first or not isinstance(one, str) or not isinstance(two, str):
        return
    if complaint.path == ("metadata", "name"):
        yield Mend(((first, NAME), (complaint.path, NAME + match["mark"] + two)))
    else:
        yield _set(complaint.path, one + match["mark"] + two)


_SUM: Final = re.compile(
    r"(?P<first>[\w.]+) ?\+ ?(?P<quote>['\"`])(?P<mark>[^'\"`]{0,5})(?P=quote) ?\+ ?(?P<second>[\w.]+)"
)


def _counterparts(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """The fields that a value is to match, where they are not there yet."""
    if not re.search(r"\bmatch", complaint.detail):
        return
    for name in words.quoted(complaint.detail):
        place = nearest(name, document, schema)
        node = _node(schema, place)
        if place in ((), complaint.path) or node is None or get(document, place) not in (ABSENT, {}, None):
            continue
        yield _set(place, smallest(node))
        if smallest(node) == {}:
            yield from _each_child(place, node, document)


def _by_words(complaint: Complaint, node: Schema | None) -> Iterator[Any]:
    """The values that the words of a complaint call for, as the field takes them; then those of its description."""
    detail = complaint.detail
    of_text = words.lengths(detail) if node is None or node.type == "string" else ()
    sources = (
        words.examples(detail), words.patterned(detail), of_text, words.bounds(detail), words.by_class(detail),
    )  # fmt: skip
    for source in (*sources, words.described(node.description) if node is not None else ()):
        for each in source:
            value = fitted(each, node)
            if value is not ABSENT:
                yield value


def _found(complaint: Complaint, document: dict[str, Any], schema: Schema | None, node: Schema | None) -> Iterator[Any]:
    """Values that the object has elsewhere: of the fields that the complaint names, then of others."""
    for name in words.quoted(complaint.detail):
        place = locate(parse(name), document, schema)
        value = get(document, place) if place and place != complaint.path else ABSENT
        if value is not ABSENT and fitted(value, node) == value:
            yield value
    if node is not None and node.values is not None and not node.properties:
        for path, value in leaves(document):
            if path[-1:] == (WORD,) and path[0] != "metadata":
                yield {WORD: value}
    told: list[Any] = []
    for path, value in leaves(document):
        if path[0] not in ("metadata", "apiVersion") and value not in told and fitted(value, node) == value:
            told.append(value)
    yield from told[:_MOST_FOUND]


def _forbidden(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    path = complaint.path
    for name in words.quoted(complaint.detail):
        inner = (*path, *parse(name)[-1:])
        if len(inner) > len(path) and get(document, inner) is not ABSENT:
            yield _set(inner, ABSENT)
    while len(path) > 0:
        if get(document, path) is not ABSENT and path not in _NEVER:
            yield _set(path, ABSENT)
        path = path[:-1]


def _deletions(path: Path, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """Without the field; where it must be there, without the nearest one around it that need not."""
    while path and path not in _NEVER:
        above = _node(schema, path[:-1])
        if get(document, path) is not ABSENT and (above is None or path[-1] not in above.required):
            yield _set(path, ABSENT)
        path = path[:-1]


_NEVER: Final = (("metadata",), ("metadata", "name"), ("apiVersion",), ("kind",), ("spec",))


def _duplicate(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    path = complaint.path
    for end in range(len(path), 0, -1):
        there = get(document, path[:end])
        if isinstance(path[end - 1], int) and there is not ABSENT:
            yield _set(path[:end], ABSENT)
        elif isinstance(there, list) and len(there) > 1:
            yield _set((*path[:end], len(there) - 1), ABSENT)
    yield from _invalid(complaint, document, schema)


def _too_few(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    node = _node(schema, complaint.path)
    wanted = int(next(words.bounds(complaint.detail), 1))
    if node is not None and node.type == "array":
        yield _set(complaint.path, distinct(smallest(node.items), min(max(wanted, 1), _MOST_ELEMENTS)))
    elif node is not None:
        yield from _each_child(complaint.path, node, document)
    yield from _required(complaint, document, schema)


def _too_long(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    there = get(document, complaint.path)
    limit = re.search(r"(\d{1,6})", complaint.detail)
    if isinstance(there, str) and limit:
        yield _set(complaint.path, there[: int(limit[1])])
    yield _set(complaint.path, smallest(_node(schema, complaint.path)))
    yield from _deletions(complaint.path, document, schema)


def _type(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    wanted = re.search(r"(?:of type|type:?|expected|valid) \\?[\"`']?(?P<type>[\w.*\[\]/]+)", complaint.detail)
    for words_of, value in _ZEROS:
        if wanted and re.search(words_of, wanted["type"], re.IGNORECASE):
            yield _set(complaint.path, value)
    yield from _invalid(complaint, document, schema)


#: The first words of types, in any language that servers are written in.
_ZEROS: Final[tuple[tuple[str, Any], ...]] = (
    (r"^\[\]byte|bytes", "YXBpdmV0"),
    (r"^\[\]|list|array|slice|tuple", []),
    (r"^map|dict|object|mapping", {}),
    (r"bool", True),
    (r"quantity", "1"),
    (r"intorstring", 1),
    (r"duration", "1h"),
    (r"time", "2030-01-01T00:00:00Z"),
    (r"int|long|short", 1),
    (r"float|double|decimal|number", 1),
    (r"str|text", WORD),
)


def _somewhere(complaint: Complaint, document: dict[str, Any], schema: Schema | None) -> Iterator[Mend]:
    """A complaint without a place: the labels that it wants, the fields that it names, or whose values it quotes."""
    metadata = _WANTED.search(complaint.detail)
    if metadata:
        keys = words.quoted(complaint.detail[metadata.start() :])
        yield Mend(tuple((("metadata", metadata["part"].lower(), key), WORD) for key in keys))
    for name in words.quoted(complaint.detail):
        place = locate(parse(name), document, schema)
        if place and place not in _NEVER and complaint.kind in (Flaw.REQUIRED, Flaw.INVALID):
            yield from mends(Complaint(place, complaint.kind, complaint.detail), document, schema)
        for path, value in leaves(document):
            if value == name and path[0] not in ("metadata", "apiVersion", "kind"):
                yield from _deletions(path, document, schema)


#: ``you must provide labels: {"owner"}``
_WANTED: Final = re.compile(
    r"(?:provide|require[sd]?|missing|need|set|have)\b[^'\"`{]{0,40}\b(?P<part>labels|annotations)\b[^'\"`]{0,20}['\"`]",
    re.IGNORECASE,
)
_BY_KIND: Final = {
    Flaw.REQUIRED: _required,
    Flaw.UNSUPPORTED: _unsupported,
    Flaw.INVALID: _invalid,
    Flaw.FORBIDDEN: _forbidden,
    Flaw.DUPLICATE: _duplicate,
    Flaw.TOO_MANY: _duplicate,
    Flaw.TOO_FEW: _too_few,
    Flaw.TOO_LONG: _too_long,
    Flaw.TYPE: _type,
}
