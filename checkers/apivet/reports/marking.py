"""The part of the source that an editor underlines for a finding: a statement, or the name of what is defined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from apivet.verdicts import Location

#: The head of a definition, up to its name, in the languages that there are.
_HEAD: Final = re.compile(rb"(?:(?:async\s+)?def|class|type|func(?:\s*\([^)]*\))?)\s+(\w+)")


def marked(location: Location, lines: Sequence[bytes]) -> Location:
    """A place of a file with these lines, narrowed: of a definition its name, of a compound statement its head.
    Columns count bytes."""
    if not 0 < location.line <= len(lines):
        return location
    first = lines[location.line - 1].rstrip()
    head = _HEAD.match(first, location.column)
    if head is not None:
        return replace(location, column=head.start(1), end_line=location.line, end_column=head.end(1))
    if location.end_line > location.line and first.endswith((b":", b"{")):
        return replace(location, end_line=location.line, end_column=len(first))
    return location
