"""Feature gates that a tree registers: the keys of the maps from features to their specs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from apivet.golang.declarations import ConstantDeclaration
from apivet.golang.source import GoFile, child, text, unquoted
from apivet.golang.syntax_search import keyed, walked
from apivet.golang.typing import Typing


def registered_gates(typing: Typing, files: Iterable[GoFile]) -> frozenset[str]:
    """The names of the gates that these files register."""
    return frozenset(name for file in files for name in _registered(typing, file))


def _registered(typing: Typing, file: GoFile) -> Iterator[str]:
    for literal in walked(file.root, "composite_literal"):
        type_node = child(literal, "type")
        value_node = child(type_node, "value") if type_node is not None and type_node.type == "map_type" else None
        if value_node is None or not text(value_node).endswith(("VersionedSpecs", "FeatureSpec")):
            continue
        for key, value in keyed(literal):
            yield _constant(typing, file, key) or key.rpartition(".")[2].strip('"')
            del value


def _constant(typing: Typing, file: GoFile, written: str) -> str | None:
    """The text of a constant that is written ``Name`` or ``pkg.Name``."""
    local, _, name = written.rpartition(".")
    package = typing.package_of(file)
    if local:
        path = typing.packages.imported(file).get(local)
        package = typing.packages.package(path) if path is not None else None
    declared = package.find(name) if package is not None else None
    value: Node | None = declared.value_node if isinstance(declared, ConstantDeclaration) else None
    is_text = value is not None and value.type in ("interpreted_string_literal", "raw_string_literal")
    return unquoted(value) if value is not None and is_text else None
