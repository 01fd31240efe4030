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


def callee_name(call: syntax.Call) -> str:
    """``c`` of ``a.b.c(...)``; a generic's arguments are passed over."""
    callee = call.callee
    while isinstance(callee, syntax.Subscript):
        callee = callee.value
    return callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else ""


def positional(call: syntax.Call) -> list[syntax.Expression]:
    """The plain positional arguments, up to the first spread."""
    values = []
    for argument in call.arguments:
        if argument.spread == "*":
            break
        if argument.name is None and not argument.spread:
            values.append(argument.value)
    return values


def keyword(call: syntax.Call, *names: str) -> syntax.Expression | None:
    """The first keyword argument of one of these names."""
    for argument in call.arguments:
        if argument.name in names:
            return argument.value
    return None
