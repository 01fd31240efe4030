"""Changes: what is done to a stored object before it is sent again."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from apivet.live.exchanges import Exchange
from apivet.live.paths import ABSENT, Path, get, leaves, put, remove
from apivet.live.repairs.complaints import complaints
from apivet.live.repairs.mending import mends
from apivet.live.schemas import Schema
from apivet.live.values import other_values


class Merge(Struct, frozen=True):
    """Keys that are put beside those that are there."""

    values: dict[str, Any]


def applied(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """The object with a value at a path, or without what is there."""
    if value is ABSENT:
        return remove(document, path)
    if isinstance(value, Merge):
        there = get(document, path)
        value = {**(there if isinstance(there, dict) else {}), **value.values}
    return put(document, path, value)


def suggested(refusal: Exchange | None, path: Path, schema: Schema | None) -> Iterator[Any]:
    """The values for a leaf that a refusal of others calls for."""
    if refusal is None:
        return
    for complaint in complaints(refusal.request.answer, refusal.sent, schema):
        if complaint.path == path:
            for mend in mends(complaint, refusal.sent, schema):
                yield from (value for place, value in mend.edits if place == path and value is not ABSENT)


def siblings(value: Any, schema: Schema | None, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """One more key for each map, and one more element for each list of scalars."""
    if isinstance(value, dict):
        if schema is not None and schema.values is not None and not schema.properties and value:
            yield (*path, "another"), copy.deepcopy(next(iter(value.values())))
            return
        for name in sorted(value):
            yield from siblings(value[name], schema.child(name) if schema else None, (*path, name))
    elif isinstance(value, list) and value:
        if isinstance(value[0], (dict, list)):
            yield from siblings(value[0], schema.items if schema else None, (*path, 0))
            return
        for other in itertools.islice(other_values(schema.items if schema else None, value[-1]), 1):
            yield (*path, len(value)), other


def leaf_changes(value: Any, schema: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Another value for each leaf."""
    for inner, leaf in leaves(value):
        node = schema.at(inner) if schema is not None else None
        for other in other_values(node, leaf):
            yield (*path, *inner), other
            break


def otherwise(value: Any, schema: Any) -> dict[str, Any]:
    """The same object with another value at each leaf."""
    changed: dict[str, Any] = {"of": copy.deepcopy(value)}
    for path, other in leaf_changes(value, schema, ("of",)):
        changed = put(changed, path, other)
    made = changed["of"]
    return made if isinstance(made, dict) else {}


def merged(one: Any, other: dict[str, Any]) -> dict[str, Any]:
    """Both objects in one; the second's values count."""
    made = copy.deepcopy(one) if isinstance(one, dict) else {}
    for name, value in other.items():
        inner = made.get(name)
        made[name] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return made
