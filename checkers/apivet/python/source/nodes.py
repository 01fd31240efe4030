"""Looking at single nodes of Python's own trees."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

#: Fields with a word, and with nodes that hold nothing: how a name is used, which operator stands there.
_WORDS: Final = frozenset(("attr", "conversion", "ctx", "id", "kind", "level", "module", "op", "ops", "type_comment"))

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS: Final = (*FUNCTIONS, ast.ClassDef)
#: Nodes with code that does not run with their own statement.
INNER: Final = (*DEFINITIONS, ast.Lambda)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each kind of node that may hold nodes, looked at when the first of them is met."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = () if kind is ast.Constant else tuple(each for each in kind._fields if each not in _WORDS)
        return self[kind]


_FIELDS: Final = _Fields()


def nodes_in(node: ast.AST) -> list[ast.AST]:
    """The nodes that a node holds, in the order of :func:`ast.iter_child_nodes`; those without content, contexts and
    operators, are left out."""
    found: list[ast.AST] = []
    for field in _FIELDS[type(node)]:
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            for each in value:
                if isinstance(each, ast.AST):
                    found.append(each)
    return found


def every_node(root: ast.AST) -> Iterator[ast.AST]:
    """A node and all nodes below it, each before those below, in the order of :func:`ast.walk`, which takes twice as
    long; those without content are left out."""
    pending = [root]
    for node in pending:
        yield node
        pending += nodes_in(node)


def first_line(statement: ast.stmt) -> int:
    """The line that a statement begins in, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def last_name(node: ast.expr) -> str:
    """``c`` of ``a.b.c`` and of ``a.b.c(...)``; empty for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def first_name(dotted: str) -> str:
    """The name that a dotted one begins with."""
    return dotted.partition(".")[0]


def assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment, each with the value; none where a name is only declared."""
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value


def values_by_name(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that an assignment sets, each with the value."""
    return ((target.id, value) for target, value in assigned(node) if isinstance(target, ast.Name))


def names_read(node: ast.AST) -> Iterator[str]:
    """The names that an expression reads when it is worked out, and those with an attribute (``module.name``)."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Lambda):
            pending.append(node.args)
            continue
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"
        pending += nodes_in(node)


def at_once(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that run with the statements themselves: functions and classes among them, and nothing of these."""
    pending = [*body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, INNER):
            pending += nodes_in(node)


def parameters_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The parameters of a function."""
    return {part.arg for part in every_node(function.args) if isinstance(part, ast.arg)}


def name_bound_by(node: ast.AST) -> str | None:
    """The name that a node binds or takes away by itself: as a target, a definition, an import, what an ``except`` or a
    pattern catches."""
    if isinstance(node, DEFINITIONS):
        return node.name
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, ast.alias):
        return first_name(node.asname or node.name)
    if isinstance(node, (ast.ExceptHandler, ast.pattern)):
        name = getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name", None)
        return name if isinstance(name, str) else None
    return None
