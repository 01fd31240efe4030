"""Literal collections: elements added and taken away as they are laid out."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import libcst as cst

from apivet.fixes.edits import Change
from apivet.fixes.source import Source

_COMMA = re.compile(r"[ \t]*,(?=[ \t]*[)\]}])")
#: The rest of a line that ends with a comment on what stands in front of it.
_SAID = re.compile(r"[ \t]*(?P<comma>,?)[ \t]*#[^\r\n]*(?=[\r\n])")

Literal = cst.Set | cst.List | cst.Tuple


def with_added(source: Source, literal: Literal, texts: Sequence[str]) -> list[Change]:
    """A literal with more elements at its end."""
    if not literal.elements:
        inner = ", ".join(texts)
        one = "," if isinstance(literal, cst.Tuple) and len(texts) == 1 else ""
        opening, closing = ("(", ")") if isinstance(literal, cst.Tuple) else ("[", "]")
        return [source.replaced(literal, f"{opening}{inner}{one}{closing}")]
    return behind(source, literal.elements[-1], literal, texts)


def behind(source: Source, element: cst.CSTNode, holder: cst.CSTNode, texts: Sequence[str]) -> list[Change]:
    """New elements or arguments behind one, on lines of their own where each has one."""
    value = element.value if isinstance(element, (cst.Element, cst.Arg)) else element
    start, end = source.span(value)
    own_line = not source.text[source.lines.offset(source.line_of(value)) : start].strip()
    between = f",{source.newline}{source.indentation(source.line_of(value))}" if own_line else ", "
    if source.line_of(holder) == source.line_of(value):
        between = ", "
    comma = _COMMA.match(source.text, end)
    if comma and source.line_of(holder) == source.line_of(value):  # the comma of a tuple of one
        return [Change(source.path, end, comma.end(), "".join(between + text for text in texts))]
    added = "".join(between + text for text in texts)
    said = _SAID.match(source.text, end)
    if said is None or between == ", ":
        return [source.inserted(end, added)]
    if said["comma"]:
        return [source.inserted(said.end(), f"{added.removeprefix(',')},")]
    return [source.inserted(end, ","), source.inserted(said.end(), added.removeprefix(","))]


def without(source: Source, literal: Literal, unwanted: Collection[int]) -> list[Change]:
    """A literal without the elements at these places; an empty one as its type is written."""
    kept = [each for number, each in enumerate(literal.elements) if number not in unwanted]
    if not kept:
        empty = {cst.Set: "set()", cst.List: "[]", cst.Tuple: "()"}[type(literal)]
        return [source.replaced(literal, empty)]
    changes = []
    for number in sorted(unwanted):
        start, end = source.span(literal.elements[number].value)
        later = [each for place, each in enumerate(literal.elements) if place > number and place not in unwanted]
        if number + 1 < len(literal.elements) and later:
            changes.append(Change(source.path, start, source.span(literal.elements[number + 1].value)[0], ""))
        else:
            before = source.span(literal.elements[number - 1].value)[1]
            changes.append(Change(source.path, before, end, "," if len(kept) == 1 and _is_tuple(literal) else ""))
    return changes


def _is_tuple(literal: Literal) -> bool:
    return isinstance(literal, cst.Tuple)


def texts_in(literal: Literal) -> list[str] | None:
    """The texts that a literal holds; ``None`` where it holds anything else."""
    found = []
    for element in literal.elements:
        value = element.value.evaluated_value if isinstance(element.value, cst.SimpleString) else None
        if not isinstance(value, str):
            return None
        found.append(value)
    return found
