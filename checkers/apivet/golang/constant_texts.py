"""Texts of constants, by the names that code mentions them under."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.declarations import ConstantDeclaration
from apivet.golang.source import GoFile, text, unquoted
from apivet.golang.typing import Typing

_WRITTEN = ("interpreted_string_literal", "raw_string_literal")


def constant_text(typing: Typing, file: GoFile, node: Node) -> str | None:
    """The text that an expression stands for: one that is written out, or a constant's."""
    return unquoted(node) if node.type in _WRITTEN else constant_named(typing, file, text(node))


def constant_named(typing: Typing, file: GoFile, written: str, steps: int = 4) -> str | None:
    """The text of a constant that is written ``Name`` or ``pkg.Name``."""
    local, _, name = written.rpartition(".")
    package = typing.package_of(file)
    if local:
        path = typing.packages.imported(file).get(local)
        package = typing.packages.package(path) if path is not None else None
    declared = package.find(name) if package is not None else None
    value = declared.value_node if isinstance(declared, ConstantDeclaration) else None
    if value is None or not isinstance(declared, ConstantDeclaration):
        return None
    if value.type in _WRITTEN:
        return unquoted(value)
    is_name = value.type in ("identifier", "selector_expression") and steps > 0
    return constant_named(typing, declared.file, text(value), steps - 1) if is_name else None
