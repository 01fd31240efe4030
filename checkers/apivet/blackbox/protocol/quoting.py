"""Texts as Python spells them."""

from __future__ import annotations

from typing import Any


def text_of(value: Any) -> str:
    """A text or bytes in double quotes, unless that needs more backslashes."""
    text = repr(value)
    body = text[text.index("'") + 1 : -1] if text.endswith("'") else ""
    if isinstance(value, bytearray):
        return f"bytearray({text_of(bytes(value))})"
    if not text.endswith("'") or '"' in body:
        return text
    return text[: text.index("'")] + '"' + body.replace("\\'", "'") + '"'
