"""Comments in front of declarations, and the tags in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.source import GoFile, text

_GATE: Final = re.compile(r"^\s*\+(?:k8s:)?featureGate=(?P<names>[\w.,\" -]+)$")
_ENABLED: Final = re.compile(r"^\s*\+k8s:ifEnabled\(\s*\"?(?P<names>[\w.]+)\"?\s*\)")
_UNION: Final = re.compile(r"^\s*\+(?:union|oneOf)\b")
_MEMBER: Final = re.compile(r"^\s*\+(?:k8s:(?:alpha|beta)\([^)]*\)=\+)?(?:k8s:)?(?:unionMember|oneOf)\b")
#: Words by which people say that one member of a struct is set at a time.
_ALONE: Final = re.compile(r"\b(?:only|exactly|at most) one of (?:its|the|these)\b[\w ]*(?:members|fields)\b")
#: A tag that switches on generated functions.
_SUPPORT: Final = re.compile(rb"^//[ \t]*\+(k8s:(?:deepcopy|defaulter|validation)-gen)=", re.MULTILINE)


def comment_lines(node: Node) -> Iterator[tuple[Node, str]]:
    """The lines of the comment block right above a declaration, without their slashes, each with its comment."""
    block: list[Node] = []
    line = node.start_point[0]
    above = node.prev_sibling
    while above is not None and above.type == "comment" and above.end_point[0] in (line, line - 1):
        before = above.prev_sibling
        if before is not None and before.type != "comment" and before.end_point[0] == above.start_point[0]:
            break  # it stands behind something else, of which it speaks
        block.append(above)
        line = above.start_point[0]
        above = before
    for comment in reversed(block):
        for each in text(comment).splitlines():
            yield comment, each.strip().removeprefix("//").removeprefix("/*").removesuffix("*/").lstrip("* ")


def gates_of(node: Node) -> tuple[str, ...]:
    """The feature gates that the tags above a field name."""
    found: dict[str, None] = {}
    for _, line in comment_lines(node):
        tagged = _GATE.match(line) or _ENABLED.match(line)
        if tagged is not None:
            names = re.split(r"[\s,\"]+", tagged["names"])
            found.update(dict.fromkeys(name.rpartition(".")[2] for name in names if name))
    return tuple(found)


def is_union(node: Node) -> bool:
    """Whether a tag says that just one member of a struct is set."""
    return any(_UNION.match(line) for _, line in comment_lines(node))


def is_member(node: Node) -> bool:
    """Whether a tag above a field says that it is one of several of which just one is set."""
    return any(_MEMBER.match(line) for _, line in comment_lines(node))


def says_alone(node: Node) -> bool:
    """Whether the text above a struct says that just one of its members is set."""
    return _ALONE.search(" ".join(line.strip() for _, line in comment_lines(node)).lower()) is not None


def support_tags(files: tuple[GoFile, ...]) -> frozenset[str]:
    """The tags of a package's files that switch on generated functions."""
    return frozenset(name.decode() for file in files if file.holds(b"-gen=") for name in _SUPPORT.findall(file.data))
