"""Texts that code runs, and what these may change."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from apivet.python.source.nodes import every_node, first_name, last_name
from apivet.python.source.stores import ANY_NAME, spelled

_RUNNING: Final = ("exec", "eval")
_NAMESPACES: Final = ("globals", "locals", "vars")
_TELLING: Final = "__"


def imported_from_elsewhere(nodes: Sequence[ast.AST]) -> list[ast.expr]:
    """The names that a module imports, those of the standard library left out."""
    found: dict[str, None] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (
            node.level or first_name(node.module or "") not in sys.stdlib_module_names
        ):
            found.update((each.asname or each.name, None) for each in node.names)
        elif isinstance(node, ast.Import):
            whole = [each for each in node.names if first_name(each.name) not in sys.stdlib_module_names]
            found.update((each.asname or first_name(each.name), None) for each in whole)
    return [ast.Name(name, ast.Load()) for name in found]


def run_over(
    call: ast.Call, meant: Mapping[str, Sequence[ast.expr]], imported: Sequence[ast.expr]
) -> Iterator[ast.expr]:
    """The objects that a text which a call runs may change: those among the names that it is given, else all that the
    module imports. A text that is written out and does nothing changes none."""
    called = [call.func, *(meant.get(call.func.id, ()) if isinstance(call.func, ast.Name) else ())]
    is_run = any(isinstance(each, ast.Name) and each.id in _RUNNING for each in called)
    if not (is_run or any(ast.unparse(each) in ("builtins.exec", "builtins.eval") for each in called)) or not call.args:
        return
    if _does_nothing(call.args[0]):
        return
    namespaces = [*call.args[1:], *(each.value for each in call.keywords)]
    if not namespaces or any(last_name(each) in _NAMESPACES for each in namespaces):
        yield from imported
    for each in namespaces:
        for value in [each, *(meant.get(each.id, ()) if isinstance(each, ast.Name) else ())]:
            yield from (part for part in _values(value) if isinstance(part, (ast.Name, ast.Attribute)))


def _values(node: ast.expr) -> Iterator[ast.expr]:
    """The values of a mapping that is written out: ``{"name": value}``, ``dict(name=value)``."""
    if isinstance(node, ast.Dict):
        yield from node.values
    elif isinstance(node, ast.Call) and last_name(node) == "dict":
        yield from (each.value for each in node.keywords)
        for each in node.args:
            yield from _values(each)


def _does_nothing(text: ast.expr) -> bool:
    """Whether a text is written out and only reads."""
    if spelled(text) == ANY_NAME or _TELLING in spelled(text):
        return False
    try:
        nodes = list(every_node(ast.parse(spelled(text))))
    except (SyntaxError, ValueError):
        return False
    sets = (ast.Attribute, ast.Subscript)
    return not any(
        isinstance(node, ast.Call) or (isinstance(node, sets) and not isinstance(node.ctx, ast.Load)) for node in nodes
    )
