"""Text from sources and file names, made safe to print on one line of a terminal."""

from __future__ import annotations

import unicodedata

#: Control, format (bidirectional marks among them), surrogate, line and paragraph separator, unassigned.
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Cn"})


def one_line(text: str) -> str:
    """The text with every character that does not print written as its escape, so that no name or message can move
    the cursor, colour the screen, or pretend to be a line of its own."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _UNPRINTABLE:
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def width(text: str) -> int:
    """The number of a terminal's columns that the text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
