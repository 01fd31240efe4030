"""Constants as text."""

from __future__ import annotations

from typing import Final

#: From here on a number is written in hexadecimal digits: Python refuses to count out thousands of others.
_LARGE: Final = 1 << 4096


def spelled_constant(value: object) -> str:
    """One spelling for a constant, or a tuple of constants, as Python reads it."""
    if isinstance(value, tuple):
        items = ", ".join(map(spelled_constant, value))
        return f"({items},)" if len(value) == 1 else f"({items})"
    return hex(value) if isinstance(value, int) and abs(value) >= _LARGE else repr(value)
