"""Changes of files as a patch that ``git apply`` takes."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping

_ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}


def patch(files: Mapping[str, tuple[bytes, bytes]]) -> bytes:
    """The patch of files, by their paths as seen from the top of the work tree, with their bytes before and after."""
    return b"".join(_one(path, *files[path]) for path in sorted(files))


def _one(path: str, before: bytes, after: bytes) -> bytes:
    old, new = _quoted(b"a/" + os.fsencode(path)), _quoted(b"b/" + os.fsencode(path))
    # A name with a space ends at the tab.
    end = b"\t\n" if " " in path and not old.startswith(b'"') else b"\n"
    diff = difflib.diff_bytes(difflib.unified_diff, _lines(before), _lines(after), b"", b"", lineterm=b"\n")
    next(diff), next(diff)
    head = [b"diff --git " + old + b" " + new + b"\n", b"--- " + old + end, b"+++ " + new + end]
    return b"".join([*head, *map(_ended, diff)])


def _lines(data: bytes) -> list[bytes]:
    """Lines as git counts them."""
    return [line for line in re.split(rb"(?<=\n)", data) if line]


def _ended(line: bytes) -> bytes:
    return line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _quoted(path: bytes) -> bytes:
    """A path as git writes it."""
    if all(32 <= byte < 127 and byte not in _ESCAPES for byte in path):
        return path
    escaped = "".join(_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in path)
    return f'"{escaped}"'.encode()
