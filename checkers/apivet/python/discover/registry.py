"""Modules that register feature gates."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from apivet.python.source.nodes import nodes_in
from apivet.python.types.gate_tags import split_gates


def registered_gates(tree: ast.Module) -> set[str]:
    """Every string constant, enum value and dict key at the level of the module and its classes."""
    found: set[str] = set()
    for node in _statements(tree.body):
        for text in _texts(node):
            found.update(split_gates(text) if "," not in text else [text])
    return found


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Import, ast.ImportFrom)):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring names no gate
        suites = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
        suites += [handler.body for handler in getattr(node, "handlers", ())]
        if any(isinstance(suite, list) for suite in suites):
            for suite in suites:
                if isinstance(suite, list):
                    yield from _statements(suite)
        else:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                function = node.value.func
                if isinstance(function, (ast.Name, ast.Attribute)) and not node.value.args:
                    if getattr(function, "id", getattr(function, "attr", "")) == "auto":
                        yield from _auto(node)
                        continue
            yield node


def _auto(node: ast.Assign) -> Iterator[ast.stmt]:
    """``PORTS = enum.auto()`` in a ``StrEnum`` has the value ``"ports"``."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            for text in (target.id, target.id.lower()):
                yield ast.Expr(ast.List([ast.Constant(text)], ast.Load()))


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from _texts(node.value)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if key is not None:
                yield from _texts(key)
            if not isinstance(value, ast.Constant):
                yield from _texts(value)
    elif not isinstance(node, ast.Lambda):
        for child in nodes_in(node):
            yield from _texts(child)
