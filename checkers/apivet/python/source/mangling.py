"""Private names: inside a class ``__name`` is ``_Class__name``, wherever it stands as a name."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from apivet.python.source.nodes import first_line, nodes_in

#: Two underscores that a name begins with, and none that it ends with.
_PRIVATE: Final = re.compile(rb"__(?<![A-Za-z\d_]__)(?![A-Za-z\d_]*__(?![A-Za-z\d_]))[A-Za-z\d_]")
#: The mangled name of a class, as a module may give it to a function of its own.
MANGLED: Final = re.compile(r"_[^\W_]\w*?__\w")
_NAMES: Final = ("id", "attr", "name", "arg", "rest")
_LINE_END: Final = re.compile(rb"\r\n?|\n")


def mangle(tree: ast.Module, data: bytes) -> ast.Module:
    """The tree of a text, with all names as the compiler has them."""
    lines = _private_lines(data)
    pending: list[tuple[ast.AST, str]] = [(tree, "")] if lines else []
    while pending:
        node, class_ = pending.pop()
        if isinstance(node, ast.stmt) and not _has_one(node, lines):
            continue
        own = node.name.lstrip("_") if isinstance(node, ast.ClassDef) else ""
        if class_:
            _rename(node, class_)
        body = frozenset(map(id, node.body)) if isinstance(node, ast.ClassDef) else frozenset[int]()
        pending += [(each, own if id(each) in body else class_) for each in nodes_in(node)]
    return tree


def _private_lines(data: bytes) -> list[int]:
    """The numbers of the lines with what looks like a private name."""
    found, line, end = [], 1, 0
    for match in _PRIVATE.finditer(data):
        line += len(_LINE_END.findall(data, end, match.start()))
        end = match.start()
        found.append(line)
    return found


def _has_one(statement: ast.stmt, lines: Sequence[int]) -> bool:
    """Whether one of these lines, which are in order, is one of a statement's."""
    place = bisect_left(lines, first_line(statement))
    return place < len(lines) and lines[place] <= (statement.end_lineno or statement.lineno)


def _rename(node: ast.AST, class_: str) -> None:
    if isinstance(node, ast.alias):
        if node.asname is not None or "." not in node.name:
            bound = node.asname or node.name
            node.asname = _mangled(bound, class_) if _is_private(bound) else node.asname
        return
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        node.names = [_mangled(name, class_) for name in node.names]
    for field in _NAMES:
        name = getattr(node, field, None)
        if isinstance(name, str):
            setattr(node, field, _mangled(name, class_))


def _mangled(name: str, class_: str) -> str:
    return f"_{class_}{name}" if _is_private(name) else name


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")
