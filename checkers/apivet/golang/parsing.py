"""Parsing: the grammar of a Go that is older than some sources.

``new(3)``, the address of a copy of any value, has come with Go 1.26; to the grammar ``new`` takes a type. Where a file
has syntax errors, each ``new`` of something that can be no type is parsed as a call of another name, of the same
length, so that no place moves.
"""

from __future__ import annotations

import itertools
import re
from typing import Final

import tree_sitter_go
from tree_sitter import Language, Node, Parser, Point, Range, Tree

#: The name in syntax trees of the ``new`` that is given a value.
NEW_OF_VALUE: Final = "new".upper()

_PARSER: Final = Parser(Language(tree_sitter_go.language()))
_NEW: Final = re.compile(rb"(?<![\w.])new\(")
_TYPE: Final = re.compile(
    rb"\s*(?:(?:\[|map\s*\[|chan\b|<-\s*chan\b|func\s*\(|struct\b|interface\b).*|\**[A-Za-z_]\w*(?:\s*\.\s*\w+)?\s*(?:\[.*\])?)\s*,?\s*",
    re.DOTALL,
)
#: Declarations that begin at the start of a line, as those of the top level do.
_BEGINNING: Final = re.compile(rb"^(?:func|type|var|const)\b", re.MULTILINE)
_SKIPPED: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parsed(data: bytes) -> Tree:
    """The syntax tree of a file."""
    tree = _PARSER.parse(data)
    if tree.root_node.has_error and _NEW.search(data):
        renamed = _with_values_renamed(data)
        if renamed != data:
            tree = _PARSER.parse(renamed)
    return tree


def parsed_in_parts(data: bytes) -> list[Node]:
    """The nodes at the top level of a file with syntax errors, each declaration parsed by itself: a bracket that is not
    closed ends with its declaration."""
    starts = [0, *(found.start() for found in _BEGINNING.finditer(data)), len(data)]
    lines = [data.count(b"\n", 0, start) for start in starts]
    parser, found = Parser(_PARSER.language), []
    for number, (start, end) in enumerate(itertools.pairwise(starts)):
        parser.included_ranges = [Range(Point(lines[number], 0), Point(lines[number + 1], 0), start, end)]
        found += parser.parse(data).root_node.named_children
    return found


def _with_values_renamed(data: bytes) -> bytes:
    blank = _SKIPPED.sub(lambda found: b"0" * len(found.group()), data)
    changed = bytearray(data)
    for found in _NEW.finditer(blank):
        inside = blank[found.end() : _closing(blank, found.end())]
        if not _TYPE.fullmatch(inside):
            changed[found.start() : found.start() + 3] = NEW_OF_VALUE.encode()
    return bytes(changed)


def _closing(data: bytes, start: int) -> int:
    """The place of the bracket that closes the one before ``start``."""
    depth = 1
    for place in range(start, len(data)):
        depth += {40: 1, 41: -1}.get(data[place], 0)
        if not depth:
            return place
    return len(data)
