"""The statements that a program comes to where it makes a class, and conditions that are decided beforehand."""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from apivet.python.source.nodes import INNER, at_once, name_bound_by
from apivet.python.source.statements import FunctionNode, is_overload
from apivet.python.source.type_checking import is_for_checkers

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def suites(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The statement lists directly inside a compound statement; ``elif`` chains are walked without nesting."""
    if isinstance(node, ast.If):
        current = node
        while True:
            yield current.body
            if len(current.orelse) == 1 and isinstance(current.orelse[0], ast.If):
                current = current.orelse[0]
                continue
            yield current.orelse
            return
    for name in ("body", "orelse", "finalbody"):
        suite = getattr(node, name, None)
        if isinstance(suite, list):
            yield suite
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def when_made(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """The definitions and simple statements of a class body that a program which runs may come to, and whether it is
    certain that it does: whether a ``try`` fails, a loop has rounds or a pattern matches can't be told by its statement
    alone. Those are no part of the class that bind a name which ``global`` makes the module's."""
    outer = names_around(body)
    for node, is_certain in _when_made(body, True):
        if not outer or outer.isdisjoint(map(name_bound_by, at_once([node]))):
            yield node, is_certain


def names_around(body: Sequence[ast.stmt]) -> set[str]:
    """The names that ``global`` and ``nonlocal`` in a class body say not to be of the class."""
    found: set[str] = set()
    pending = [*body]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif not isinstance(node, INNER) and (hasattr(node, "body") or isinstance(node, ast.Match)):
            pending += (each for suite in suites(node) for each in suite)
    return found


def _when_made(body: Sequence[ast.stmt], is_certain: bool) -> Iterator[tuple[ast.stmt, bool]]:
    """The same, whatever names they bind."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node, is_certain
        elif isinstance(node, ast.If):
            yield from _of_branches(node, is_certain)
        elif isinstance(node, ast.With):
            yield from _when_made(node.body, is_certain)
        elif hasattr(node, "body") or isinstance(node, ast.Match):
            for suite in suites(node):
                yield from _when_made(suite, False)
        else:
            yield node, is_certain


def _of_branches(node: ast.If, is_certain: bool) -> Iterator[tuple[ast.stmt, bool]]:
    while True:
        known = known_test(node.test, checking=False)
        if known is not False:
            yield from _when_made(node.body, is_certain and known is True)
        if known is True:
            return
        is_certain = is_certain and known is False
        if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            yield from _when_made(node.orelse, is_certain)
            return
        node = node.orelse[0]


def function_nodes(body: Sequence[ast.stmt]) -> Iterator[FunctionNode]:
    """The functions that a class body defines, also under conditions; signatures for type checkers left out."""
    return (node for node, _ in functions_when_made(body))


def functions_when_made(body: Sequence[ast.stmt]) -> Iterator[tuple[FunctionNode, bool]]:
    """These functions, and whether it is certain that they are defined."""
    for node, is_certain in when_made(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not is_overload(node):
            yield node, is_certain


def statements_of(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The simple statements of a class body, also under conditions."""
    for node, _ in when_made(body):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node


def known_test(test: ast.expr, *, checking: bool = True) -> bool | None:
    """Whether a module-level test is decided for a reader of the source: ``TYPE_CHECKING`` is true; without
    ``checking``, for a program that runs."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = known_test(test.operand, checking=checking)
        return None if inner is None else not inner
    if isinstance(test, ast.Compare):
        return _version_test(test)
    if isinstance(test, ast.Constant):
        return bool(test.value)
    return checking if is_for_checkers(test) else None


def _version_test(test: ast.Compare) -> bool | None:
    """``sys.version_info >= (3, 13)``, decided for the Python that runs the check, as type checkers do."""
    left, compare = test.left, _COMPARISONS.get(type(test.ops[0])) if len(test.ops) == 1 else None
    if not isinstance(left, ast.Attribute) or left.attr != "version_info" or compare is None:
        return None
    try:
        wanted = ast.literal_eval(test.comparators[0])
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(wanted, tuple) or not all(isinstance(part, int) for part in wanted):
        return None
    return bool(compare(tuple(sys.version_info[:3]), wanted))
