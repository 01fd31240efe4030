"""Looking at single nodes of Python's own trees."""

from __future__ import annotations

import ast


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
