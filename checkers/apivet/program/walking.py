"""Walking over program trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

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
        if not dataclasses.is_dataclass(current) or isinstance(current, Location):
            continue
        yield current
        kind = type(current)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(field.name for field in dataclasses.fields(current) if field.name != "location")
            _FIELDS[kind] = names
        pending.extend(reversed([getattr(current, name) for name in names]))


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
