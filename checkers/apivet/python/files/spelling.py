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


def as_read(data: bytes) -> bytes:
    """The text in UTF-8, each name in the one spelling that it has to the language: ``# coding: utf-7`` and fullwidth
    letters write a hook's name without any of its bytes. What can't be read that way is left as it is."""
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
