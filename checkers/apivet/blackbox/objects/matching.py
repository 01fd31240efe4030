"""A text in which a pattern is found: the shortest that is easily told from how the pattern is written."""

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

#: A character of each kind that a pattern can ask for.
_KINDS: Final = {
    "CATEGORY_DIGIT": "0",
    "CATEGORY_NOT_DIGIT": "a",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_WORD": "a",
    "CATEGORY_NOT_WORD": "-",
}
#: Characters to choose from where a few are excluded.
_ORDINARY: Final = "ab0- _A."


def text_matching(pattern: str) -> str | None:
    """The text; ``None`` where nothing is found that way."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed: Any = parser.parse(pattern)
            text = "".join(_of(parsed, {}))
            return text if len(text) <= MATCHED_TEXT and re.search(pattern, text) else None
    except Exception:
        return None


def _of(items: Iterable[Any], groups: dict[int, str]) -> Iterable[str]:
    for kind, argument in items:
        yield _piece(str(kind), argument, groups)


def _piece(kind: str, argument: Any, groups: dict[int, str]) -> str:
    if kind == "LITERAL":
        return chr(argument)
    if kind in ("NOT_LITERAL", "ANY"):
        return next(each for each in _ORDINARY if kind == "ANY" or ord(each) != argument)
    if kind == "IN":
        return _one_in(argument)
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, _, inner = argument
        return "".join("".join(_of(inner, groups)) for _ in range(min(least, MATCHED_TEXT)))
    if kind == "SUBPATTERN":
        text = "".join(_of(argument[-1], groups))
        if argument[0] is not None:
            groups[argument[0]] = text
        return text
    if kind == "ATOMIC_GROUP":
        return "".join(_of(argument, groups))
    if kind == "BRANCH":
        return "".join(_of(argument[1][0], groups))
    if kind == "GROUPREF":
        return groups[argument]
    return ""  # a place in the text, or what only looks on


def _one_in(items: list[Any]) -> str:
    """A character of a set."""
    first, *_ = items
    if str(first[0]) == "NEGATE":
        return next(each for each in _ORDINARY if not any(_is_in(each, item) for item in items[1:]))
    kind, argument = first
    if str(kind) == "RANGE":
        return chr(argument[0])
    return _KINDS[str(argument)] if str(kind) == "CATEGORY" else chr(argument)


def _is_in(character: str, item: Any) -> bool:
    kind, argument = str(item[0]), item[1]
    if kind == "RANGE":
        return bool(argument[0] <= ord(character) <= argument[1])
    if kind == "CATEGORY":
        return _KINDS[str(argument)] == character or (str(argument) == "CATEGORY_WORD" and character.isalnum())
    return bool(ord(character) == argument)
