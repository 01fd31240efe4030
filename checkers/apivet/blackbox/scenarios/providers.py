"""Transformers that have several keys or providers: one writes, and all read. What another one wrote comes back, and is
reported as stale.

Nothing says which of a transformer's attributes are its keys. So all collections of one length are turned until another
member comes first, together with what refers to the first member, and the same is tried with a single member left: what
one single member reads, and no other, was written with that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects.access import same, slots_of

#: With so many keys at most.
_MOST: Final = 8
_DOCUMENT: Final = b'{"kind": "Secret", "data": {"password": "value-1"}}'

#: The two halves of a transformer: a document to what is stored, and that to the document and whether it is stale.
Write = Callable[[Any, bytes], bytes]
Read = Callable[[Any, bytes], "tuple[bytes, bool | None]"]


def broken_rotation(transformer: Any, write: Write, read: Read) -> str | None:
    """The fate of a document that another member has written, where that is not as it should be."""
    for number in _sizes(transformer):
        alone = [_with_first(transformer, number, index, is_alone=True) for index in range(number)]
        own = _writers(alone, read, _try(write, transformer))
        for index in range(number):
            turned = _with_first(transformer, number, index)
            stored = None if turned is None else _try(write, turned)
            others = _writers(alone, read, stored)
            if stored is None or len(own) != 1 or len(others) != 1 or own == others:
                continue
            wrong = _wrong(transformer, read, stored)
            if wrong is not None:
                return wrong
    return None


def _wrong(transformer: Any, read: Read, stored: bytes) -> str | None:
    what = "what was written with another of its keys or providers"
    try:
        document, is_stale = read(transformer, stored)
    except Exception as refusal:
        return f"{what} can't be read back: {type(refusal).__name__}: {refusal}"
    if document != _DOCUMENT:
        return f"{what} comes back as something else"
    if is_stale is False:
        return f"{what} is not reported as stale, so that nobody writes it anew before that one is taken away"
    return None


def _try(write: Write, transformer: Any) -> bytes | None:
    try:
        return write(transformer, _DOCUMENT)
    except Exception:
        return None


def _writers(alone: list[Any], read: Read, stored: bytes | None) -> list[int]:
    """The members that can have written it: each of them reads it by itself."""
    if stored is None:
        return []
    return [index for index, each in enumerate(alone) if each is not None and _reads(each, read, stored)]


def _reads(transformer: Any, read: Read, stored: bytes) -> bool:
    try:
        return read(transformer, stored)[0] == _DOCUMENT
    except Exception:
        return False


# -------------------------------------------------------------------------------------------------------- turning


def _attributes(transformer: Any) -> dict[str, Any]:
    kind: Any = type(transformer)
    names = (slot.__name__ for slot in slots_of(kind))
    slots = {name: getattr(transformer, name) for name in names if hasattr(transformer, name)}
    return {**slots, **getattr(transformer, "__dict__", {})}


def _sizes(transformer: Any) -> list[int]:
    """The numbers of members that collections of it have."""
    values = _attributes(transformer).values()
    return sorted({len(value) for value in values if _is_collection(value) and 2 <= len(value) <= _MOST})


def _is_collection(value: Any) -> bool:
    return isinstance(value, (list, tuple, Mapping))


def _with_first(transformer: Any, number: int, index: int, *, is_alone: bool = False) -> Any:
    """The transformer with that member at the head of each collection of this size, or with that one alone; ``None``
    where no such one can be made."""
    try:
        made = object.__new__(type(transformer))
        attributes = _attributes(transformer)
        collections = [value for value in attributes.values() if _is_collection(value) and len(value) == number]
        for name, value in attributes.items():
            if any(value is each for each in collections):
                value = _turned(value, index, is_alone)
            else:
                value = _counterpart(value, collections, index)
            object.__setattr__(made, name, value)
    except Exception:
        return None
    return made


def _turned(collection: Any, index: int, is_alone: bool) -> Any:
    members = list(collection.items() if isinstance(collection, Mapping) else collection)
    members = [members[index]] if is_alone else [members[index], *members[:index], *members[index + 1 :]]
    if isinstance(collection, Mapping):
        return type(collection)(members) if isinstance(collection, dict) else dict(members)
    return type(collection)(members)


def _counterpart(value: Any, collections: list[Any], index: int) -> Any:
    """The reference to the member in place of one to another; any other value as it is."""
    for collection in collections if value is not None and not isinstance(value, bool) else ():
        for column in _columns(collection):
            if any(same(value, member) for member in column):
                return column[index]
    return value


def _columns(collection: Any) -> Iterator[list[Any]]:
    if isinstance(collection, Mapping):
        yield list(collection)
        yield list(collection.values())
    else:
        yield list(collection)
