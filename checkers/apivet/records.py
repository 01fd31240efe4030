"""Dataclasses as plain JSON values and back, by their declared types.

A cache holds what strangers may have written, so it is read as data: nothing in it is ever run, and whatever does not
fit the declared types is refused.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
#: Types whose values JSON has as they are.
_PLAIN: Final = frozenset((bool, int, float, str))


class MismatchError(ValueError):
    """A value that is not of the type it is read as."""


def encode(value: Any) -> Any:
    """The value as JSON knows it: a dataclass is the list of its fields, a set is sorted."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        return [encode(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, dict):
        return [[encode(key), encode(item)] for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted((encode(item) for item in value), key=repr)
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    raise MismatchError(f"{type(value).__name__} has no plain form")


def decode(kind: type[T], data: Any) -> T:
    """Decode the output of :func:`encode` for a value of this type."""
    read: Any = _reader(kind)  # type: ignore[arg-type]  # every type is hashable
    try:
        value: T = read(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise MismatchError(str(error)) from None
    return value


@functools.cache
def _reader(kind: Any) -> Any:
    """The function that reads a value of this type; made once per type."""
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _optional_reader(kind, arguments)
    if origin is Literal:
        return _literal_reader(kind, arguments)
    if origin in (list, set, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        item = arguments[0]
        return lambda data: origin(map(_reader(item), _items(kind, data)))
    if origin is tuple:
        return _fields_reader(kind, lambda: arguments, tuple)
    if origin is dict:
        key, item = arguments
        pairs = _fields_reader(kind, lambda: (key, item), tuple)
        return lambda data: dict(map(pairs, _items(kind, data)))
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind
    if kind in _PLAIN:
        return _plain_reader(kind)
    raise MismatchError(f"{kind} cannot be read")


def _dataclass_reader(kind: Any) -> Any:
    def hints() -> list[Any]:
        known = get_type_hints(kind)
        return [known[field.name] for field in dataclasses.fields(kind)]

    return _fields_reader(kind, hints, lambda values: kind(*values))


def _fields_reader(kind: Any, declared: Callable[[], Iterable[Any]], made: Callable[[list[Any]], Any]) -> Any:
    """The function that reads so many values in a row, each of its own type, and makes one of them."""
    known: list[tuple[tuple[Any, ...], tuple[Any, ...] | None]] = []

    def read(data: Any) -> Any:
        if not known:  # a type may mention itself, so its parts are looked up when the first value is read
            kinds = tuple(declared())
            known.append((tuple(map(_reader, kinds)), kinds if _PLAIN.issuperset(kinds) else None))
        readers, plain = known[0]
        if type(data) is not list or len(data) != len(readers):
            raise _mismatch(kind, data)
        if plain is not None and tuple(map(type, data)) == plain:
            return made(data)
        return made([reader(item) for reader, item in zip(readers, data)])

    return read


def _optional_reader(kind: Any, arguments: tuple[Any, ...]) -> Any:
    others = [argument for argument in arguments if argument is not type(None)]
    if len(others) == len(arguments) or len(others) != 1:
        raise MismatchError(f"{kind} cannot be read: only optional values can")
    reader = functools.cache(lambda: _reader(others[0]))
    return lambda data: None if data is None else reader()(data)


def _items(kind: Any, data: Any) -> list[Any]:
    if type(data) is not list:
        raise _mismatch(kind, data)
    return data


def _plain_reader(kind: Any) -> Any:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise _mismatch(kind, data)
        return data

    return read


def _literal_reader(kind: Any, values: tuple[Any, ...]) -> Any:
    def read(data: Any) -> Any:
        if data not in values:
            raise _mismatch(kind, data)
        return data

    return read


def _mismatch(kind: Any, data: Any) -> MismatchError:
    return MismatchError(f"{data!r:.80} is no {kind}")
