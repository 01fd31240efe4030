"""Bytes of a file as its words can be searched for: as the language reads them."""

from __future__ import annotations

import io
import re
import tokenize
import unicodedata
from typing import Final

#: A comment on one of the first two lines that may name an encoding.
_NAMES_ENCODING: Final = re.compile(rb"\A(?:[^\n\r]*[\n\r]+)?[ \t\f]*#[^\n\r]*coding[:=]")
#: Encodings in which ASCII stands for itself.
_PLAIN: Final = frozenset(("utf-8", "utf-8-sig", "ascii", "iso-8859-1", "iso-8859-15"))
#: A character of a text that is written by its number or name.
_ESCAPED: Final = re.compile(
    rb"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{1,3}|N\{[A-Za-z0-9 \-]{1,90}\})"
)
#: A text that goes on in the next line.
_CONTINUED: Final = re.compile(rb"\\\r?\n(?=\w)")
#: The end of a text, and the beginning of one that belongs to it.
_PARTED: Final = re.compile(rb"[\"'](?<=\w[\"'])(?:[ \t\r\n\\]|#[^\n]*\n)*[rRbBuUfF]{0,2}[\"'](?=\w)")
#: The end of a line as old systems have it.
_ALONE: Final = re.compile(rb"\r(?!\n)")
#: Calls that set what a text names.
_SETS_BY_NAME: Final = (b"setattr", b"delattr", b"locals(", b"vars(")
_MAKES_CLASS: Final = re.compile(rb"type\([ \t\r\n]*[\"']")


def as_read(data: bytes) -> bytes:
    """The text in UTF-8, each name in the one spelling that it has to the language: ``# coding: utf-7``, fullwidth
    letters, odd ends of lines and, where names are texts, escapes and texts in pieces write a hook's name without any
    of its bytes. What can't be read that way is left as it is."""
    data = _normalised(data)
    if b"\r" in data or b"\f" in data:
        data = _ALONE.sub(b"\n", data).replace(b"\f", b" ")
    if not any(word in data for word in _SETS_BY_NAME) and _MAKES_CLASS.search(data) is None:
        return data
    return _PARTED.sub(b"", _CONTINUED.sub(b"", _ESCAPED.sub(_unescaped, data)))


def _unescaped(match: re.Match[bytes]) -> bytes:
    """The character that is meant, where it can be one of a name."""
    try:
        meant = match.group().decode("unicode_escape")
    except ValueError:
        return match.group()
    return meant.encode() if meant.isascii() and (meant.isalnum() or meant == "_") else match.group()


def _normalised(data: bytes) -> bytes:
    """The text in UTF-8, names outside of texts in the one spelling that they have."""
    names_encoding = _NAMES_ENCODING.match(data) is not None
    if data.isascii() and not names_encoding:
        return data
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0] if names_encoding else "utf-8"
        if data.isascii() and encoding in _PLAIN:
            return data
        text = data.decode(encoding)
    except (SyntaxError, ValueError, LookupError):
        return data
    if encoding in _PLAIN and unicodedata.is_normalized("NFKC", text):
        return data
    return unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")
