"""Places: from the path in a complaint, which may be in internal names, to one that the object or its schema has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from apivet.live.paths import ABSENT, Path, get, parse
from apivet.live.schemas import Schema

#: How many nodes of a schema are looked at for a place.
_MOST_NODES: Final = 2_000
#: Names in front of a path that mean the object itself.
_ROOTS: Final = ("$", "body", "object", "root", "self", "")


def locate(path: Path, document: dict[str, Any], schema: Schema | None) -> Path:
    """The place that a server means: the path as it is, else its longest tail that fits the object."""
    steps = tuple(step for step in path if step not in _ROOTS)
    if not steps:
        return ()
    if steps[0] == "metadata":
        return steps  # what is in there, every server knows, whatever it publishes
    for start in range(len(steps)):
        tail = steps[start:]
        fitting = fit(tail, schema)
        if fitting is not None and (start == 0 or len(tail) > 1 or isinstance(tail[0], str)):
            return fitting
        found = next(_ending_with(tail, document), None) or (_deeper(tail, schema) if start or len(tail) > 1 else None)
        if found is not None:
            return found
    for end in range(len(steps) - 1, 0, -1):
        known = fit(steps[:end], schema)
        if known is not None:
            return known
    return steps if get(document, steps) is not ABSENT else ()


def nearest(name: str, document: dict[str, Any], schema: Schema | None) -> Path:
    """The place of a name that a server mentions: where the object has it, or the nearest one that the schema has."""
    tail = parse(name)
    return locate(tail, document, schema) or (tail and _deeper(tail, schema)) or ()


def fit(path: Path, schema: Schema | None) -> Path | None:
    """The path in the schema's own names: whatever the case of letters, with elements of lists that were left out."""
    if schema is None:
        return None
    steps: list[str | int] = []
    node: Schema | None = schema
    for step in path:
        while node is not None and node.type == "array" and not isinstance(step, int) and not str(step).isdigit():
            steps.append(0)
            node = node.items
        if node is None:
            return None
        name = _name(step, node)
        if name is None:
            return None
        steps.append(name)
        node = node.child(name)
    return tuple(steps)


def _deeper(tail: Path, schema: Schema | None) -> Path | None:
    """The nearest place below which the schema knows the whole of the tail."""
    level: list[tuple[Path, Schema]] = [((), schema)] if schema is not None and isinstance(tail[0], str) else []
    looked_at = 0
    while level and looked_at < _MOST_NODES:
        below: list[tuple[Path, Schema]] = []
        for path, node in level:
            looked_at += 1
            fitting = fit(tail, node) if node.properties else None
            if fitting is not None:
                return (*path, *fitting)
            below.extend(((*path, name), inner) for name, inner in node.properties.items() if name != "metadata")
            if node.items is not None:
                below.append(((*path, 0), node.items))
        level = below
    return None


def _name(step: str | int, node: Schema) -> str | int | None:
    """A step as the node has it."""
    if node.type == "array":
        return int(step)
    properties = node.properties
    text = str(step)
    if text in properties or (node.values is not None and not properties):
        return text
    plain = _plain(text)
    return next((name for name in properties if _plain(name) == plain), text if node.values is not None else None)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _ending_with(tail: Path, document: Any) -> Iterator[Path]:
    """The places in the object whose paths end so, the shortest first."""
    wanted = tuple(_plain(step) if isinstance(step, str) else step for step in tail)
    level: list[tuple[Path, Any]] = [((), document)]
    while level:
        below: list[tuple[Path, Any]] = []
        for path, node in level:
            plain = tuple(_plain(step) if isinstance(step, str) else step for step in path[-len(tail) :])
            if path and plain == wanted:
                yield path
            if isinstance(node, dict):
                below.extend(((*path, key), node[key]) for key in sorted(node))
            elif isinstance(node, list):
                below.extend(((*path, index), each) for index, each in enumerate(node[:20]))
        level = below
