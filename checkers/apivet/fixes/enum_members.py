"""Members of enums, as a file writes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from apivet.fixes.proposal import Case
from apivet.fixes.source import Source
from apivet.program.model import Module, Type


def member_for(case: Case, source: Source, example: str, value: str) -> str | None:
    """The member that has this name or value, of the enum that an expression has another member of."""
    for part in _names_in(example):
        holder, dot, _ = part.rpartition(".")
        type_ = _type(case, source, holder) if dot else None
        for constant in type_.constants if type_ is not None else ():
            if _spelt(value) in (_spelt(constant.name), _spelt(constant.value[1:-1])):
                return f"{holder}.{constant.name}"
    return None


def _names_in(expression: str) -> Iterator[str]:
    """The dotted names of an expression."""
    try:
        tree = ast.parse(expression.strip() or "None", mode="eval")
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def _type(case: Case, source: Source, dotted: str) -> Type | None:
    first, *rest = dotted.split(".")
    found = case.program.resolve(case.program.dotted(source.path), first)
    for name in rest:
        found = case.program.resolve(found.dotted, name) if isinstance(found, Module) else found
    return found if isinstance(found, Type) else None


def _spelt(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
