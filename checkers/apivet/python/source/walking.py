"""Looking at the calls of program trees."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.program import syntax
from apivet.program.walking import statements, walk

__all__ = ["callee_name", "keyword", "positional", "walk"]


def callee_name(call: syntax.Call) -> str:
    """``c`` of ``a.b.c(...)``; a generic's arguments are passed over."""
    callee = call.callee
    while isinstance(callee, syntax.Subscript):
        callee = callee.value
    return callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else ""


def is_one_of(node: syntax.Expression, names: set[str]) -> bool:
    """Whether an expression is one of these names."""
    return isinstance(node, syntax.Name) and node.name in names


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


def returned_values(body: syntax.Block) -> Iterator[syntax.Expression]:
    """Values that the ``return``s of a function give, those of nested functions left out."""
    for statement in statements(body):
        if isinstance(statement, syntax.Return) and statement.value is not None:
            yield statement.value
