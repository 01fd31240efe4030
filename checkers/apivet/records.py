"""Dataclasses as plain JSON values and back, by their declared types.

A cache holds what strangers may have written, so it is read as data: nothing in it is ever run, and whatever does not
fit the declared types is refused.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


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
        return lambda data: _checked(data in arguments, kind, data)
    if origin in (list, set, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        item = arguments[0]
        return lambda data: origin(map(_reader(item), _items(kind, data)))
    if origin is tuple:
        return _tuple_reader(kind, arguments)
    if origin is dict:
        key, item = arguments
        return lambda data: {
            _reader(key)(pair[0]): _reader(item)(pair[1])
            for pair in map(functools.partial(_pair, kind), _items(kind, data))
        }
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind
    if kind in (bool, int, float, str):
        return lambda data: data if type(data) is kind else _checked(False, kind, data)
    raise MismatchError(f"{kind} cannot be read")


def _dataclass_reader(kind: Any) -> Any:
    # The hints are looked up when the first value is read: a type may mention itself.
    @functools.cache
    def readers() -> tuple[Any, ...]:
        hints = get_type_hints(kind)
        return tuple(_reader(hints[field.name]) for field in dataclasses.fields(kind))

    def read(data: Any) -> Any:
        _checked(isinstance(data, list) and len(data) == len(readers()), kind, data)
        return kind(*[reader(item) for reader, item in zip(readers(), data)])

    return read


def _optional_reader(kind: Any, arguments: tuple[Any, ...]) -> Any:
    others = [argument for argument in arguments if argument is not type(None)]
    if len(others) == len(arguments) or len(others) != 1:
        raise MismatchError(f"{kind} cannot be read: only optional values can")
    reader = functools.cache(lambda: _reader(others[0]))
    return lambda data: None if data is None else reader()(data)


def _checked(fits: bool, kind: Any, data: Any) -> Any:
    if not fits:
        raise MismatchError(f"{data!r:.80} is no {kind}")
    return data


def _items(kind: Any, data: Any) -> list[Any]:
    items: list[Any] = _checked(isinstance(data, list), kind, data)
    return items


def _pair(kind: Any, data: Any) -> list[Any]:
    pair: list[Any] = _checked(isinstance(data, list) and len(data) == 2, kind, data)
    return pair


def _tuple_reader(kind: Any, arguments: tuple[Any, ...]) -> Any:
    readers = functools.cache(lambda: tuple(map(_reader, arguments)))

    def read(data: Any) -> tuple[Any, ...]:
        items = _items(kind, data)
        _checked(len(items) == len(arguments), kind, data)
        return tuple([reader(item) for reader, item in zip(readers(), items)])

    return read
