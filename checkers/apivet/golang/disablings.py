"""Comments that try to switch off a convention for a line (``convention-disabled-inline``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.parsing import parsed
from apivet.golang.source import child, text
from apivet.program.front_end import Disabling, rules_named

_WORDS: Final = (b"nolint", b"apivet:disable", b"lint:ignore")
_COMMENT: Final = re.compile(
    rb"//\s*(?:nolint\s*:|apivet:disable(?:-next|-line)?\s*[=:]?|lint:ignore\s)(?P<names>[^/\n]*)"
)


def disablings(data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
    """The comments of a file that name one of the rules. ``symbols`` maps symbols and ids to symbols."""
    if not any(word in data for word in _WORDS):
        return ()
    # Many files speak to linters, of which few are parsed: those where one of the rules is named.
    if not any(_named(match, symbols) for match in _COMMENT.finditer(data)):
        return ()
    return tuple(_found(parsed(data)[0].root_node, symbols))


def _named(match: re.Match[bytes], symbols: dict[str, str]) -> list[str]:
    """The symbols of the rules that are named after the words of a comment."""
    return rules_named(match["names"].decode("utf-8", "replace"), symbols)


def _found(root: Node, symbols: dict[str, str]) -> Iterator[Disabling]:
    for comment in _comments(root):
        match = _COMMENT.match(comment.text or b"")
        for symbol in _named(match, symbols) if match else ():
            (row, column), (_, end) = comment.start_point, comment.end_point
            yield Disabling(symbol, _scope(comment, root), row + 1, column, end)


def _comments(root: Node) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type == "comment":
            yield node
        pending += reversed(node.children)


def _scope(comment: Node, root: Node) -> str:
    """The type, function or method around a comment, or right below the block that it stands in."""
    return _declared_at(comment.start_point[0], root) or _declared_at(_end_of_block(comment), root)


def _end_of_block(comment: Node) -> int:
    """The row of the last comment of those that follow each other line by line."""
    below = comment.next_sibling
    while below is not None and below.type == "comment" and below.start_point[0] == comment.end_point[0] + 1:
        comment, below = below, below.next_sibling
    return comment.end_point[0]


def _declared_at(row: int, root: Node) -> str:
    for node in root.named_children:
        if node.type == "comment" or not (node.start_point[0] - 1 <= row <= node.end_point[0]):
            continue
        if node.type in ("function_declaration", "method_declaration"):
            name, receiver = child(node, "name"), child(node, "receiver")
            owner = re.sub(r"\[.*|[()*]", "", text(receiver)).split()[-1:] if receiver is not None else []
            return ".".join([*owner, text(name) if name is not None else ""])
        if node.type == "type_declaration":
            for spec in node.named_children:
                name = child(spec, "name")
                if name is not None and spec.start_point[0] - 1 <= row <= spec.end_point[0]:
                    return text(name)
    return ""
