"""Problem documents: the complaints of servers that list them in other shapes than the causes of a Status.

A list of entries, each with a place and words (FastAPI's ``detail``, Spring's ``errors``, RFC 9457's ``errors``, JSON
Schema libraries), or a map from places to words (Rails, Django, Laravel), however it is nested.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final

from apivet.live.paths import Path, parse

#: The keys under which complaints are listed.
_LISTS: Final = (
    "detail", "details", "errors", "violations", "invalidParams", "invalid-params", "invalid_params", "fieldErrors",
    "field_errors", "validationErrors", "validation_errors", "issues", "fields",
)  # fmt: skip
#: The keys of an entry for its place, and for its words.
_PLACES: Final = (
    "loc", "field", "path", "pointer", "instancePath", "dataPath", "propertyPath", "property", "param", "source",
    "name",
)  # fmt: skip
_WORDS: Final = ("msg", "message", "defaultMessage", "messages", "error", "reason", "description", "detail", "title")
#: Keys for the values that are allowed, or the name that is not.
_CLOSER: Final = ("params", "options", "allowedValues", "choices", "expected")
#: Keys for what is wrong with the object as a whole.
_WHOLE: Final = ("base", "non_field_errors", "__all__", "_errors")
#: The most that is taken out of one document.
_MOST: Final = 200
_MOST_VALUES: Final = 30


def listed_problems(document: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Places and words, as far as a document has them."""
    parts = [document[name] for name in _LISTS if isinstance(document.get(name), (list, dict))]
    found = itertools.chain.from_iterable(_problems(each, ()) for each in parts)
    # Django lists them at the top.
    yield from itertools.islice(found if parts else _problems(_only_lists(document), ()), _MOST)


def whole_message(document: dict[str, Any]) -> str:
    """The words about the request as a whole."""
    for name in ("message", "detail", "error", "title"):
        value = document.get(name)
        told = value.get("message") if isinstance(value, dict) else value
        if isinstance(told, str) and told:
            return told
    return ""


def _only_lists(document: dict[str, Any]) -> dict[str, Any]:
    """A document whose values hold nothing but lists of texts, however deep; any other is empty."""

    def is_one(value: Any) -> bool:
        if isinstance(value, dict):
            return bool(value) and all(map(is_one, value.values()))
        return isinstance(value, list) and bool(value) and all(isinstance(each, (str, dict)) for each in value)

    return document if is_one(document) else {}


def _problems(part: Any, place: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(part, str):
        if place and part:
            yield place, part
    elif isinstance(part, list):
        for each in part:
            yield from _problems(each, place)
    elif isinstance(part, dict):
        words = _first_text(part, _WORDS)
        where = next((path for name in _PLACES for path in [_place(part.get(name))] if path is not None), None)
        if words and where is not None:
            yield (*place, *where), words + _closer(part)
            return
        for name, value in part.items():
            yield from _problems(value, place if name in _WHOLE else (*place, *parse(name)))


def _first_text(part: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        value = part.get(name)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, str) and value:
            return value
    return ""


def _place(told: Any) -> Path | None:
    """A place in any notation: steps, dotted, a JSON pointer, or an object that holds one."""
    if isinstance(told, dict):
        return _place(told.get("pointer") or told.get("parameter"))
    if isinstance(told, list):
        steps = [each for each in told if isinstance(each, (str, int)) and not isinstance(each, bool)]
        return tuple(steps) if len(steps) == len(told) else None
    if not isinstance(told, str):
        return None
    if told.startswith(("/", "#/")):
        return pointed(told)
    return parse(told)


def pointed(pointer: str) -> Path:
    """The place that a JSON pointer means."""
    steps = [each.replace("~1", "/").replace("~0", "~") for each in pointer.lstrip("#").split("/") if each]
    return tuple(int(each) if each.isascii() and each.isdigit() and len(each) < 9 else each for each in steps)


def _closer(part: dict[str, Any]) -> str:
    """The values that stand beside the words, in quotes, as other servers have them in their words."""
    texts = itertools.chain.from_iterable(_texts(part.get(name)) for name in _CLOSER)
    told = ", ".join(f"'{each}'" for each in itertools.islice(texts, _MOST_VALUES))
    return f": {told}" if told else ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
