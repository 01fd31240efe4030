"""Names that are bound again. What runs when a module is loaded (values of variables and attributes, defaults,
decorators, bases) has what a name was bound to by then, and not what it stands for in the end."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from apivet.python.source.bindings import Binding
from apivet.python.source.class_bodies import when_made
from apivet.python.source.statements import accessor_name
from apivet.python.source.stores import attribute_set

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_INNER: Final = (*_FUNCTIONS, ast.ClassDef, ast.Lambda)


def bound_again(symbols: Mapping[str, Sequence[Binding]], body: Sequence[ast.stmt]) -> dict[str, int]:
    """The names of a module with several bindings, and attributes of names (``Class.name``) that its statements set,
    each with the line by which the last one is made."""
    several = {name: bindings[-1].node for name, bindings in symbols.items() if len(bindings) > 1}
    return {**_last_lines(several.items()), **_last_lines(_attributes(body))}


def bound_again_in(body: Sequence[ast.stmt], around: Mapping[str, int]) -> dict[str, int]:
    """The same for the body of a class, with the names ``around`` it: its own names come first there."""
    own = list(bound_in(body))
    lines, names = _last_lines(own), [name for name, _ in own]
    several = {name: line for name, line in lines.items() if names.count(name) > 1}
    return {**{name: line for name, line in around.items() if name not in lines}, **several}


def _last_lines(found: Iterable[tuple[str, ast.AST]]) -> dict[str, int]:
    lines: dict[str, int] = {}
    for name, node in found:
        lines[name] = max(lines.get(name, 0), getattr(node, "end_lineno", None) or 0)
    return lines


def _attributes(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    for node in _at_once(body):
        holder, name, _ = attribute_set(node)
        if isinstance(holder, ast.Name):
            yield f"{holder.id}.{name}", node


def bound_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """The names that the body of a class binds, each with the statement that does so."""
    for statement, _ in when_made(body):
        if isinstance(statement, _FUNCTIONS):
            if accessor_name(statement) == statement.name:
                yield statement.name, statement
        elif isinstance(statement, ast.ClassDef):
            yield statement.name, statement
        else:
            for node in _at_once([statement]):
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    yield node.id, statement


def _at_once(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that run with the statements themselves."""
    pending = [*body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _INNER):
            pending += ast.iter_child_nodes(node)
