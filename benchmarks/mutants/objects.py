"""Random objects of the sample server's types, for runs that are compared with one another.

They owe nothing to the objects that the black box makes: values are drawn from so few that two objects often agree in
one, and from the words that the hooks themselves look for.
"""

from __future__ import annotations

import copy
import enum
import random
import types
import typing
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from sample_apiserver.generic.fields import bare, field_types

DAY = datetime(2030, 1, 1, tzinfo=timezone.utc)
_DAYS = (DAY, DAY + timedelta(days=1), DAY + timedelta(days=2))


class Maker:
    """Makes objects by a random number generator of its own."""

    def __init__(self, seed: int, words: Sequence[str]) -> None:
        self._random = random.Random(seed)
        self._words = ("", "a", "b", "c", *words)

    def make(self, kind: Any) -> Any:
        """An object of a type."""
        return self._value(kind, 0)

    def near(self, obj: Any) -> Any:
        """A copy with a few fields drawn anew, or none."""
        changed = copy.deepcopy(obj)
        for _ in range(self._random.choice((0, 1, 1, 2, 5))):
            changed = self._redrawn(changed)
        return changed

    def with_part(self, obj: Any, other: Any, part: str) -> Any:
        """A copy with one part of another object."""
        return _with(copy.deepcopy(obj), part, copy.deepcopy(getattr(other, part)))

    def gates(self, names: Sequence[str]) -> dict[str, bool]:
        """A state for each gate."""
        states = self._random.choice(("mixed", "mixed", "on", "off"))
        return {name: self._random.random() < 0.5 if states == "mixed" else states == "on" for name in names}

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def _value(self, annotation: Any, depth: int) -> Any:
        kind = bare(annotation)
        arguments = typing.get_args(kind)
        origin = typing.get_origin(kind)
        if origin in (typing.Union, types.UnionType):
            return self._value(self._random.choice(arguments), depth)
        if origin is typing.Literal:
            return self._random.choice(arguments)
        if origin in (list, tuple, set, frozenset):
            return origin(self._value(arguments[0], depth + 1) for _ in range(self._random.choice((0, 1, 2, 2))))
        if origin is dict:
            number = self._random.choice((0, 1, 2))
            return {self._value(arguments[0], depth): self._value(arguments[1], depth + 1) for _ in range(number)}
        return self._plain(kind, depth)

    def _plain(self, kind: Any, depth: int) -> Any:
        if kind is type(None):
            return None
        if kind is bool:
            return self._random.random() < 0.5
        if kind is int:
            return self._random.choice((-1, 0, 1, 2, 3))
        if kind is float:
            return self._random.choice((0.0, 0.5))
        if kind is str:
            return self._random.choice(self._words)
        if kind is datetime:
            return self._random.choice(_DAYS)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return self._random.choice(list(kind))
        fields = field_types(kind)
        if not fields:
            raise TypeError(f"{kind!r}: nobody has said how to make one")
        return kind(**{name: self._value(annotation, depth + 1) for name, annotation in fields.items()})

    def _redrawn(self, holder: Any) -> Any:
        """The holder with one field somewhere in it drawn anew."""
        fields = field_types(type(holder))
        name = self._random.choice(list(fields))
        value = getattr(holder, name)
        if field_types(type(value)) and self._random.random() < 0.85:
            return _with(holder, name, self._redrawn(value))
        if isinstance(value, list) and value and field_types(type(value[0])) and self._random.random() < 0.7:
            at = self._random.randrange(len(value))
            return _with(holder, name, [*value[:at], self._redrawn(value[at]), *value[at + 1 :]])
        return _with(holder, name, self._value(fields[name], 1))


def _with(holder: Any, name: str, value: Any) -> Any:
    """The holder with another value for a field: itself, or a new one where it can't be changed."""
    try:
        setattr(holder, name, value)
    except AttributeError:
        kept = {other: getattr(holder, other) for other in field_types(type(holder)) if other != name}
        return type(holder)(**kept, **{name: value})
    return holder


#: How deep an object is followed: a mutant may have put it into itself.
_DEPTH = 50


def leaves(value: Any, path: str = "") -> dict[str, str]:
    """Everything that is in an object, as text by path."""
    found: dict[str, str] = {}
    _collect(value, path, 0, found)
    return found


def _collect(value: Any, path: str, depth: int, found: dict[str, str]) -> None:
    kind = type(value)
    if kind is str or value is None or kind is int:
        found[path] = repr(value)
    elif depth > _DEPTH:
        found[path] = "and so on"
    elif kind is list or kind is tuple:
        found[path] = f"{kind.__name__} of {len(value)}"
        for index, item in enumerate(value):
            _collect(item, f"{path}[{index}]", depth + 1, found)
    elif kind is dict:
        found[path] = f"dict of {len(value)}"
        for key, item in value.items():
            _collect(item, f"{path}[{key!r}]", depth + 1, found)
    else:
        names = _names(kind)
        if not names:
            found[path] = repr(value)
        for name in names:
            _collect(getattr(value, name), f"{path}.{name}" if path else name, depth + 1, found)


_known: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    if kind not in _known:
        _known[kind] = tuple(field_types(kind))
    return _known[kind]
