"""Names of one object: what code that runs while a module is loaded binds to the very object that another name has, or
to a part of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from apivet.python.source.nodes import every_node, nodes_in

#: Methods of containers that give what these hold.
_GIVING_PARTS = frozenset(("get", "items", "pop", "popitem", "setdefault", "values"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def bound_in(block: ast.AST) -> dict[str, set[str]]:
    """The other names that the object of each name of a module or a function may have, or that have a part of it; what
    functions inside bind is left out."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    pending = [block]
    while pending:
        node = pending.pop()
        if node is not block and isinstance(node, _FUNCTIONS):
            continue
        pending += nodes_in(node)
        for targets, value in _bindings(node):
            held = {name for each in (*targets, value) for name in named(each)}
            for name in held if len(held) > 1 else ():
                found[name] |= held - {name}
    return found


def _bindings(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """The targets that a node binds, each time with what they get."""
    if isinstance(node, ast.Assign):
        yield node.targets, node.value
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield [node.target], node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield [node.target], node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield [node.optional_vars], node.context_expr
    elif isinstance(node, ast.Match):
        patterns = (each for each in every_node(node) if isinstance(each, (ast.MatchAs, ast.MatchStar)))
        captured = sorted({each.name for each in patterns if each.name})
        yield [ast.Name(name, ast.Store()) for name in captured], node.subject
    elif isinstance(node, _FUNCTIONS):
        given = node.args
        placed = zip(reversed([*given.posonlyargs, *given.args]), reversed(given.defaults))
        for parameter, default in (*placed, *zip(given.kwonlyargs, given.kw_defaults)):
            if default is not None:
                yield [ast.Name(parameter.arg, ast.Store())], default


def named(value: ast.expr) -> Iterator[str]:
    """The names of the objects that an expression may give, or that it gives a part of, or has as a part."""
    if isinstance(value, ast.Name):
        yield value.id
    elif isinstance(value, (ast.Attribute, ast.Subscript, ast.Starred)):
        yield from named(value.value)
    elif isinstance(value, ast.Call):
        if isinstance(value.func, ast.Attribute) and value.func.attr in _GIVING_PARTS:
            yield from named(value.func.value)
    elif isinstance(value, ast.NamedExpr):
        yield from (*named(value.target), *named(value.value))
    else:
        for part in _parts(value):
            yield from named(part)


def _parts(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        return value.elts
    if isinstance(value, ast.Dict):
        return value.values
    if isinstance(value, ast.BoolOp):
        return value.values
    return [value.body, value.orelse] if isinstance(value, ast.IfExp) else []
