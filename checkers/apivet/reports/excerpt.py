"""The line of source that a finding is about, with carets under its columns."""

from __future__ import annotations

import functools
import io
import tokenize

from msgspec import Struct

from apivet.reports.escaping import one_line, width
from apivet.verdicts import Location

_TAB = "    "
_LONGEST = 160
_CUT = "..."


class Excerpt(Struct, frozen=True):
    """One line as shown, and the columns (in cells of a terminal) to point at."""

    line: int
    text: str
    start: int
    length: int


def excerpt(location: Location) -> Excerpt | None:
    """The excerpt for a location; nothing where the file has no such line any more. Of a line that is too long to show,
    what stands around the location."""
    lines = _lines(location.path)
    if not 1 <= location.line <= len(lines):
        return None
    source = lines[location.line - 1].rstrip()
    if not source:
        return None
    before, marked = _split(source, location)
    # Common indentation says nothing in a single line.
    first = len(source) - len(source.lstrip())
    if len(source) - first > _LONGEST:
        first = max(first, min(len(before) - _LONGEST // 4, len(source) - _LONGEST))
    last = first + _LONGEST
    head, tail = (_CUT if source[:first].strip() else ""), (_CUT if source[last:] else "")
    shown = f"{head}{_shown(source[first:last])}{tail}"
    start = len(head) + width(_shown(source[first : len(before)]))
    return Excerpt(location.line, shown, start, max(1, width(_shown(marked[: last - len(before)]))))


def _split(source: str, location: Location) -> tuple[str, str]:
    """The text before the location, and the marked text. Columns count bytes of UTF-8, as in Python's ``ast``."""
    data = source.encode("utf-8", "surrogatepass")
    end = location.end_column if location.end_line == location.line else len(data)
    before = data[: location.column].decode("utf-8", "ignore")
    marked = data[location.column : end].decode("utf-8", "ignore")
    indent = len(source) - len(source.lstrip())
    if len(before) < indent:
        # The location begins in the indentation: point at the statement.
        before, marked = source[:indent], marked.lstrip()
    return before, marked


def _shown(text: str) -> str:
    return one_line(text.replace("\t", _TAB))


@functools.lru_cache(maxsize=8)
def _lines(path: str) -> list[str]:
    """The lines as Python's parser counts them: a form feed or another exotic separator does not end one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = io.TextIOWrapper(io.BytesIO(data), encoding, errors="replace", newline=None).read()
    except (OSError, SyntaxError, LookupError, ValueError):
        return []
    return text.split("\n")


def characters_before(path: str, line: int, column: int) -> int:
    """The number of characters before a column that counts bytes of UTF-8; the column itself where there is no such
    line to look at."""
    lines = _lines(path)
    if not 1 <= line <= len(lines):
        return column
    return len(lines[line - 1].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))


def bytes_before(path: str, line: int, column: int) -> int:
    """The number of bytes of UTF-8 before a column that counts characters; the column itself where there is no such
    line to look at."""
    lines = _lines(path)
    return len(lines[line - 1][:column].encode("utf-8", "surrogatepass")) if 1 <= line <= len(lines) else column
