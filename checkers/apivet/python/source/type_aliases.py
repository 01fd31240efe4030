"""Names of types that are written as texts."""

from __future__ import annotations

import ast

from apivet.python.source.nodes import every_node


def value_of_annotated(annotation: ast.expr, value: ast.expr) -> ast.expr:
    """The value of an annotated assignment; that of a ``TypeAlias`` may be written as a text."""
    if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
        return value
    told = annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)
    if not isinstance(told, str) or told.rpartition(".")[2] != "TypeAlias":
        return value
    try:
        meant = ast.parse(value.value, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return value
    for node in every_node(meant):
        ast.copy_location(node, value)
    return meant
