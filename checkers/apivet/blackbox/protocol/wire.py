"""JSON documents beside each other: fields of the wire that went, that came, and that hold another value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, Union

from msgspec import Struct

from apivet.paths import EACH, render

#: A way into a document: keys, and indices of elements.
Path = tuple[Union[str, int], ...]
#: A piece of a document as it is spelled, with the white space behind it where it ends a value or a key.
_PIECE: Final = re.compile(rb'"(?:\\.|[^"\\])*"|[\[\]{},:]\s*|[^\s"\[\]{},:]+|\s+|.', re.DOTALL)
#: A key that is no field's name, but an entry of a mapping: filled keys are numbered, and names are of letters.
_ENTRY: Final = re.compile(r"(?:value|key)-\d+|.*[^\w$@-].*|-?\d+|")


class Number(str):
    """A number as it is spelled: ``1.0`` is no ``1``."""


class Nothing:
    """The value of a field that is not there."""


NOTHING: Final = Nothing()


class FieldChange(Struct, frozen=True):
    """A field that is not what it was; on one side it may hold :data:`NOTHING`."""

    path: Path
    before: Any
    after: Any


def parsed(data: bytes) -> Any:
    """The document's values. Raises ``ValueError`` where it is no JSON."""
    try:
        return json.loads(data, parse_int=Number, parse_float=Number, parse_constant=Number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def changes(before: Any, after: Any, path: Path = ()) -> Iterator[FieldChange]:
    """The outermost fields that differ."""
    if type(before) is not type(after):
        yield FieldChange(path, before, after)
    elif isinstance(before, dict):
        for key in dict.fromkeys((*before, *after)):
            here = (*path, key)
            if key in before and key in after:
                yield from changes(before[key], after[key], here)
            else:
                yield FieldChange(here, before.get(key, NOTHING), after.get(key, NOTHING))
    elif isinstance(before, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after)):
            yield from changes(old, new, (*path, index))
    elif before != after:
        yield FieldChange(path, before, after)


def reordered(before: Any, after: Any, path: Path = ()) -> Iterator[Path]:
    """The objects whose keys stand in another order; those that only one of the two has don't count."""
    if isinstance(before, dict) and isinstance(after, dict):
        if [key for key in before if key in after] != [key for key in after if key in before]:
            yield path
        for key in before:
            if key in after:
                yield from reordered(before[key], after[key], (*path, key))
    elif isinstance(before, list) and isinstance(after, list):
        for index, (old, new) in enumerate(zip(before, after)):
            yield from reordered(old, new, (*path, index))


def is_spelled_within(before: bytes, after: bytes) -> bool:
    """Whether a document has all pieces of another in their order and spelling, with others between them."""
    pieces = iter(_PIECE.findall(after))
    return all(piece in pieces for piece in _PIECE.findall(before))


def field_name(path: Path) -> str:
    """The path as findings name the field: ``spec.ports[*].name``."""
    return render(EACH if isinstance(step, int) or _ENTRY.fullmatch(step) else step for step in path)


def shown(value: Any) -> str:
    """A value in a sentence."""
    text = text_of(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def text_of(value: Any) -> str:
    """A value as JSON spells it, with numbers as they were spelled."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {text_of(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(text_of, value))}]"
    return json.dumps(value, ensure_ascii=False)
