"""Refusals and values as a message tells them."""

from __future__ import annotations

import re


class CannotFillError(Exception):
    """A type of which no object could be made, and why."""


def one_line(error: BaseException) -> str:
    """The text of a refusal, for a sentence; its class alone where it has no text, or can't give it."""
    name = type(error).__name__
    try:
        text = " ".join(str(error).split())
    except BaseException:  # its text is the project's code as well, which may do anything
        return name
    return f"{name}: {text}"[:200] if text else name


def shown(value: object) -> str:
    """A value in a sentence, the same in each run: without the place in memory at which it is now."""
    try:
        if type(value) in (set, frozenset) and value:
            return f"{{{', '.join(sorted(map(shown, value)))}}}"  # type: ignore[call-overload]
        return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))[:200]
    except Exception:
        return f"a {type(value).__name__}"
