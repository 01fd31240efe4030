"""Edits of texts: a range of a file's old text, and what takes its place."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable

from msgspec import Struct

_LINE_END = re.compile(r"\r\n|\r|\n")


class Change(Struct, frozen=True):
    """An edit, as offsets into the text of the file at an absolute path."""

    path: str
    start: int
    end: int
    text: str


class Lines:
    """The lines of a text, as Python counts them."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self.length = len(text)

    def offset(self, line: int, column: int = 0) -> int:
        """The offset of a place."""
        return min(self.starts[line - 1] + column, self.length) if line <= len(self.starts) else self.length

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        line = bisect.bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1]


def applied(text: str, changes: Iterable[Change]) -> str | None:
    """The text with these changes, which speak of it; ``None`` where they get into each other's way."""
    parts: list[str] = []
    at = 0
    for change in sorted(changes, key=lambda change: (change.start, change.end)):
        if change.start < at:
            return None
        parts += [text[at : change.start], change.text]
        at = change.end
    return "".join([*parts, text[at:]])
