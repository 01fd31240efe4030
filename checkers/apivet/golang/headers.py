"""The head of a file: its package clause, and the lines of comments above it, which say what it is built for and who
made it.

Comments further below, those that go over lines, and texts may look like either, and say nothing.
"""

from __future__ import annotations

import re
from typing import Final

_SPACE: Final = re.compile(rb"(?:\xef\xbb\xbf|\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_COMMENT: Final = re.compile(rb"/\*.*?\*/|(?P<line>^[ \t]*//[^\n]*)|//[^\n]*", re.DOTALL | re.MULTILINE)
_CLAUSE: Final = re.compile(rb"package(?=[\s/])")
_NAME: Final = re.compile(rb"[^\s;/]+")


def lines_above(data: bytes) -> list[bytes]:
    """The lines above the package clause that are comments, without the spaces around them."""
    head = data[: _behind_space(data, 0)].removeprefix(b"\xef\xbb\xbf")
    return [found["line"].strip() for found in _COMMENT.finditer(head) if found["line"]]


def clause_name(data: bytes) -> str:
    """The name in the package clause; nothing where there is none."""
    found = _CLAUSE.match(data, _behind_space(data, 0))
    name = _NAME.match(data, _behind_space(data, found.end())) if found else None
    return name.group().decode("utf-8", "replace") if name else ""


def _behind_space(data: bytes, place: int) -> int:
    """The place behind spaces and comments."""
    found = _SPACE.match(data, place)
    return found.end() if found else place
