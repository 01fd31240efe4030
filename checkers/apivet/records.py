"""Records as plain JSON values and back, by their declared types.

A cache holds what strangers may have written, so it is read as data: nothing in it is ever run, and whatever does not
fit the declared types is refused.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class MismatchError(ValueError):
    """A value that is not of the type it is read as."""


def encode(value: Any) -> Any:
    """The value as JSON knows it: a record by the names of its fields, a set in order. Raises
    :class:`MismatchError`."""
    try:
        return msgspec.to_builtins(value, str_keys=True, order="deterministic")
    except (TypeError, RecursionError) as error:
        raise MismatchError(str(error)) from None


def write(value: Any) -> bytes:
    """The JSON text of a record, from which :func:`read` makes the same. Raises :class:`MismatchError`."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except UnicodeEncodeError:  # a path whose bytes are no UTF-8
        return json.dumps(encode(value), separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise MismatchError(str(error)) from None


def read(kind: type[T], text: bytes | str) -> T:
    """The record of this type that was written as a text. Raises :class:`MismatchError`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (TypeError, ValueError, RecursionError):  # such a path, or no such record at all
        return decode(kind, _parsed(text))


def _parsed(text: bytes | str) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise MismatchError(str(error)) from None


def decode(kind: type[T], data: Any) -> T:
    """Decode the output of :func:`encode` for a value of this type. Raises :class:`MismatchError`."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise MismatchError(str(error)) from None
