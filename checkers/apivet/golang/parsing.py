"""Parsing: a grammar that is narrower than the language.

``new(3)``, the address of a copy of any value, has come with Go 1.26; to the grammar ``new`` takes a type. Where a file
has syntax errors, each ``new`` of something that can be no type is parsed as a call of another name, of the same
length, so that no place moves. The grammar also wants the end of a line or a semicolon behind the last declaration of
``const ( a = 1; b )``, which the language does not: one is put there, and no line moves.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

import tree_sitter_go
from tree_sitter import Language, Node, Parser, Point, Range, Tree

#: The name in syntax trees of the ``new`` that is given a value.
NEW_OF_VALUE: Final = "new".upper()

_PARSER: Final = Parser(Language(tree_sitter_go.language()))
_NEW: Final = re.compile(rb"(?<![\w.])new\(")
#: Arguments of a generic type: one pair of brackets, with others inside; an index of a value may be a number.
_ARGUMENTS: Final = rb"\[(?!\s*\d)(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]"
_TYPE: Final = re.compile(
    rb"\s*(?:(?:\[|map\s*\[|chan\b|<-\s*chan\b|func\s*\(|struct\b|interface\b).*"
    rb"|\**[A-Za-z_]\w*(?:\s*\.\s*\w+)?\s*(?:" + _ARGUMENTS + rb")?)\s*,?\s*",
    re.DOTALL,
)
#: Declarations that begin at the start of a line, as those of the top level do.
_BEGINNING: Final = re.compile(rb"^(?:func|type|var|const)\b", re.MULTILINE)
_SKIPPED: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parsed(data: bytes) -> tuple[Tree, bytes]:
    """The syntax tree of a file, and the bytes that its places are places in."""
    tree = _PARSER.parse(data)
    for widened in (_with_values_renamed, _with_groups_ended):
        if tree.root_node.has_error:
            changed = widened(data, tree.root_node)
            if changed != data:
                data, tree = changed, _PARSER.parse(changed)
    return tree, data


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


def _with_groups_ended(data: bytes, root: Node) -> bytes:
    """The source with a semicolon where the last declaration of a group ends with the bracket."""
    changed = bytearray(data)
    for place in reversed([*_unended(root)]):
        changed[place:place] = b";"
    return bytes(changed)


def _unended(root: Node) -> Iterator[int]:
    """The brackets that close a group in the line of its last declaration, in the order of the source."""
    pending = [root]
    while pending:
        node = pending.pop()
        pending += [each for each in reversed(node.children) if each.has_error]
        if node.type in ("const_declaration", "var_spec_list"):
            for last, bracket in itertools.pairwise(node.children):
                if bracket.type == ")" and last.is_named and last.end_point[0] == bracket.start_point[0]:
                    yield bracket.start_byte


def _with_values_renamed(data: bytes, _: Node) -> bytes:
    if not _NEW.search(data):
        return data
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
