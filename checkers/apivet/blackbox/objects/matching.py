"""Texts in which a pattern is found, as far as they are easily told from how the pattern is written."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable
from typing import Any, Final

from apivet.blackbox.limits import MATCHED_TEXT

if sys.version_info >= (3, 11):
    from re import _parser as parser
else:
    import sre_parse as parser

#: Characters of each kind that a pattern can ask for: the first, and one far from it.
_KINDS: Final = {
    "CATEGORY_DIGIT": "09",
    "CATEGORY_NOT_DIGIT": "a",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_WORD": "az",
    "CATEGORY_NOT_WORD": "-",
}
#: Characters to choose from where a few are excluded.
_ORDINARY: Final = "ab0- _A."
#: Repetitions beyond those that a pattern asks for.
_MORE: Final = 2


def texts_matching(pattern: str | re.Pattern[Any], flags: int = 0) -> list[str]:
    """The shortest text, and one with more of what may be repeated, in which digits and letters are the last ones:
    code may ask how large the number in it is. Without those that are not found that way."""
    if isinstance(pattern, re.Pattern):
        return texts_matching(pattern.pattern, pattern.flags) if isinstance(pattern.pattern, str) else []
    texts = (_text_matching(pattern, flags, _Finder(is_far)) for is_far in (False, True))
    return list(dict.fromkeys(text for text in texts if text is not None))


def _text_matching(pattern: str, flags: int, finder: _Finder) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed: Any = parser.parse(pattern, flags)
            text = finder.text(parsed)
            return text if len(text) <= MATCHED_TEXT and re.search(pattern, text, flags) else None
    except Exception:
        return None


class _Finder:
    """Finds a text for a parsed pattern: one that is short, or one that ``is_far`` from it."""

    def __init__(self, is_far: bool) -> None:
        self._is_far = is_far
        self._groups: dict[int, str] = {}

    def text(self, items: Iterable[Any]) -> str:
        """The text for these pieces of a pattern."""
        return "".join(self._piece(str(kind), argument) for kind, argument in items)

    def _piece(self, kind: str, argument: Any) -> str:
        if kind == "LITERAL":
            return chr(argument)
        if kind in ("NOT_LITERAL", "ANY"):
            return next(each for each in _ORDINARY if kind == "ANY" or ord(each) != argument)
        if kind == "IN":
            return _one_in(argument, -1 if self._is_far else 0)
        if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = argument
            number = min(int(most), least + _MORE) if self._is_far else least
            return "".join(self.text(inner) for _ in range(min(number, MATCHED_TEXT)))
        if kind == "SUBPATTERN":
            text = self.text(argument[-1])
            if argument[0] is not None:
                self._groups[argument[0]] = text
            return text
        if kind == "ATOMIC_GROUP":
            return self.text(argument)
        if kind == "BRANCH":
            return self.text(argument[1][-1 if self._is_far else 0])
        if kind == "GROUPREF":
            return self._groups[argument]
        return ""  # a place in the text, or what only looks on


def _one_in(items: list[Any], end: int) -> str:
    """A character of a set, from the beginning or the end of a range."""
    first, *_ = items
    if str(first[0]) == "NEGATE":
        return next(each for each in _ORDINARY if not any(_is_in(each, item) for item in items[1:]))
    kind, argument = first
    if str(kind) == "RANGE":
        return chr(argument[end])
    return _KINDS[str(argument)][end] if str(kind) == "CATEGORY" else chr(argument)


def _is_in(character: str, item: Any) -> bool:
    kind, argument = str(item[0]), item[1]
    if kind == "RANGE":
        return bool(argument[0] <= ord(character) <= argument[1])
    if kind == "CATEGORY":
        return character in _KINDS[str(argument)] or (str(argument) == "CATEGORY_WORD" and character.isalnum())
    return bool(ord(character) == argument)
