"""Paths in objects, and their text: ``spec.ports[0].name``.

A path goes from the top of an object inwards. Its steps are names of fields (``str``), positions in lists (``int``),
keys of mappings (:class:`Key`), and :data:`EACH`, with which findings and exceptions name a field of all elements. A
name that is no identifier stands in brackets like a key, so that a text is taken apart as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

#: The step to any element of a list or mapping.
EACH: Final = "[*]"

Path = tuple[Any, ...]

_INSIDE: Final = r"""\[(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\[\]]*)\]"""
_ELEMENT: Final = re.compile(_INSIDE)
_ELEMENTS_AT_END: Final = re.compile(r"(?<=[^\]])(?:\[\*\])+$")
_STEP: Final = re.compile(rf"{_INSIDE}|\.?[^.\[\]]+")


class Key(Struct, frozen=True):
    """The step to an entry of a mapping."""

    key: Any


def render(path: Iterable[Any]) -> str:
    """The text of a path."""
    text = ""
    for step in path:
        text = extended(text, step)
    return text


def extended(text: str, step: Any) -> str:
    """The text of a path with one more step."""
    if isinstance(step, Key):
        return f"{text}[{step.key!r}]"
    if isinstance(step, int):
        return f"{text}[{step}]"
    if step == EACH:
        return text + EACH
    if not step.isidentifier():
        return f"{text}[{step!r}]"
    return f"{text}.{step}" if text else step


def of_each(text: str) -> str:
    """The field as findings name it: ``spec.ports[0].name`` becomes ``spec.ports[*].name``. An element is no field: it
    is the container's that it is in."""
    return _ELEMENTS_AT_END.sub("", _ELEMENT.sub(EACH, text)) if "[" in text else text


def steps(text: str) -> list[str]:
    """The texts of the steps: ``spec``, ``.ports``, ``[0]``, ``.name``."""
    return _STEP.findall(text)


def holder(text: str) -> str:
    """The path of the object or container around a path; empty at the top."""
    return "".join(steps(text)[:-1])


def lies_in(text: str, around: str) -> bool:
    """Whether a path is another, or leads into it."""
    return text.startswith(around) and (len(text) == len(around) or text[len(around)] in ".[")
