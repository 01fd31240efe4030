"""Walking over program trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.program import syntax
from apivet.verdicts import Location

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}


def walk(root: Any) -> Iterator[Any]:
    """Every node below ``root`` (a node or a tuple of nodes), in source order, nested functions too."""
    pending = [root]
    while pending:
        current = pending.pop()
        if isinstance(current, tuple):
            pending.extend(reversed(current))
            continue
        if not isinstance(current, Struct) or isinstance(current, Location):
            continue
        yield current
        pending.extend(reversed(values_of(current)))


def values_of(node: Any) -> list[Any]:
    """The values of a node's fields, in order."""
    names = _FIELDS.get(type(node))
    if names is None:
        names = _FIELDS[type(node)] = tuple(name for name in node.__struct_fields__ if name != "location")
    return [getattr(node, name) for name in names]


def statements(block: syntax.Block) -> Iterator[syntax.Statement]:
    """All statements of a block, those inside others too; those of functions in it are not among them."""
    pending = list(block)
    while pending:
        statement = pending.pop()
        yield statement
        if isinstance(statement, syntax.If):
            pending += [*statement.then, *statement.otherwise]
        elif isinstance(statement, (syntax.While, syntax.ForEach)):
            pending += [*statement.body, *statement.otherwise]
        elif isinstance(statement, syntax.With):
            pending += statement.body
        elif isinstance(statement, syntax.Try):
            pending += [*statement.body, *statement.otherwise, *statement.last]
            pending += [inner for handler in statement.handlers for inner in handler.body]
