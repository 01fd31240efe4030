"""Attributes that code sets, or takes away, on objects that it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

#: Functions that set or take away an attribute by its name, behind an object.
BY_NAME: Final = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))
_NOTHING: Final[tuple[None, str]] = (None, "")


def attribute_set(node: ast.AST) -> tuple[ast.expr | None, str]:
    """The object of which a node sets or takes away an attribute, and the attribute's name; no object where a node does
    neither, or computes the name."""
    if isinstance(node, ast.Attribute):
        return _NOTHING if isinstance(node.ctx, ast.Load) else (node.value, node.attr)
    if not isinstance(node, ast.Call) or len(node.args) < 2:
        return _NOTHING
    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    named = node.args[1]
    if called not in BY_NAME or not isinstance(named, ast.Constant) or not isinstance(named.value, str):
        return _NOTHING
    return node.args[0], named.value


def may_set(data: bytes, names: Collection[str]) -> bool:
    """Whether source may set attributes of these names from outside, by its bytes."""
    if not any(name.encode() in data for name in names):
        return False
    spelled = b"|".join(re.escape(name.encode()) for name in names)
    return b"attr" in data or re.search(rb"\.\s*(?:" + spelled + rb")\b(?!\s*\()", data) is not None


def attributes_set(tree: ast.AST, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The attributes of these names that are set: the dotted name of the object, and that of the attribute."""
    for node in ast.walk(tree):
        holder, name = attribute_set(node)
        if name in names and isinstance(holder, (ast.Name, ast.Attribute)):
            yield ast.unparse(holder), name
