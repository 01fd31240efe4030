"""Prose: the text of comments from which nothing is read.

Files are read without it, line by line as they were. What is known of a tree then rests on the rest of its bytes alone,
and stays known where somebody mends a comment.
"""

from __future__ import annotations

import re
from typing import Final

#: Texts and runes, which may hold what looks like a comment; comments, those of lines that follow each other together.
_TEXT_OR_COMMENT: Final = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*', re.DOTALL
)
#: A line of a comment that is no tag, no directive and not the header of generated files.
_LINE: Final = re.compile(rb"^([ \t]*//)(?![ \t]*\+|go:| Code generated| This file was auto)[^\r\n]*", re.MULTILINE)
#: Part of a sentence by which structs say that one of their members is set at a time; it may go over lines.
_SENTENCE: Final = re.compile(rb"\bone[\s/]+of[\s/]+(?:its|the|these)\b", re.IGNORECASE)
#: Texts, runes and comments; lines that are no more than the slashes of one, and empty lines behind the first.
_LAYOUT: Final = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//[^\n]*'
    rb"|(?P<bare>(?:\n[ \t]*//[ \t\r]*(?=\n))+)|(?P<empty>(?<=\n)(?:[ \t\r]*\n){2,})",
    re.DOTALL,
)


def without_prose(data: bytes) -> bytes:
    """The source with no more than the slashes of comments that nobody reads, and without those at its end."""
    found = _TEXT_OR_COMMENT.sub(_without, data)
    end = len(found)
    while (is_space := found[end - 1 : end].isspace()) or found.endswith(b"//", 0, end):
        end -= 1 if is_space else 2
    return found[:end] + b"\n"


def _without(found: re.Match[bytes]) -> bytes:
    text = found.group()
    return text if not text.startswith(b"//") or _SENTENCE.search(text) else _LINE.sub(rb"\1", text)


def without_layout(source: bytes) -> bytes:
    """Source without prose, but for the lines that nothing but prose stood on, and with one empty line where there are
    several. Which comments stand right above which code is what it was."""
    return _LAYOUT.sub(_without_line, source)


def _without_line(found: re.Match[bytes]) -> bytes:
    return b"" if found["bare"] else b"\n" if found["empty"] else found.group()
