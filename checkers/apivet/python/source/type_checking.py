"""``TYPE_CHECKING``: true to those that read the source, and false in every program that runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import Final

from apivet.python.source.nodes import every_node, last_name

_CHECKING: Final = "TYPE_CHECKING"
_TYPING: Final = ("typing", "typing_extensions")
#: Lines that say nothing else of that name than what everybody takes it for.
_PLAIN: Final = re.compile(
    rb"\b(?:if|not)[ \t]+TYPE_CHECKING\b|^from[ \t]+typing(?:_extensions)?[ \t]+import(?![^\n]*\bas\b)[^(\n]*",
    re.MULTILINE,
)


def misleads_checkers(tree: ast.Module, data: bytes) -> bool:
    """Whether a module has something else than ``typing`` has under the name ``TYPE_CHECKING``: true in a program that
    runs, perhaps. A plain ``TYPE_CHECKING = False`` is what type checkers take it for, too."""
    if _CHECKING.encode() not in data or _CHECKING.encode() not in _PLAIN.sub(b"", data):
        return False
    nodes = list(every_node(tree))
    plain = [
        target for node in nodes if isinstance(node, ast.Assign) and _is_false(node.value) for target in node.targets
    ]
    typing = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in _TYPING
    }
    return any(_names_another(node, typing) for node in nodes if node not in plain)


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _names_another(node: ast.AST, typing: Collection[str]) -> bool:
    if isinstance(node, ast.ImportFrom):
        is_told = node.level == 0 and node.module in _TYPING
        return any(
            (alias.asname or alias.name) == _CHECKING and not (is_told and alias.name == _CHECKING)
            for alias in node.names
        )
    if isinstance(node, ast.Attribute):
        return node.attr == _CHECKING and not (isinstance(node.value, ast.Name) and node.value.id in typing)
    if isinstance(node, ast.Name):
        return node.id == _CHECKING and not isinstance(node.ctx, ast.Load)
    return getattr(node, "arg", getattr(node, "asname", "")) == _CHECKING


def is_for_checkers(node: ast.expr) -> bool:
    """Whether an expression is ``TYPE_CHECKING`` or ``typing.TYPE_CHECKING``: true to those that read the source, and
    false in every program that runs."""
    return isinstance(node, (ast.Name, ast.Attribute)) and last_name(node) == _CHECKING
