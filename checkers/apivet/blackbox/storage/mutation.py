"""Changing an object in place, however deep, and looking for the change elsewhere.

What a storage hands out belongs to its caller. A copy of the object alone is not enough where the labels or the
items of a list inside of it are still those that are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set
from contextlib import suppress
from typing import Any

from apivet.blackbox.limits import STORED_DEPTH
from apivet.blackbox.objects.access import field_names, read
from apivet.storage.judging import broken
from apivet.storage.subject import StorageUnderTest

Located = tuple[str, Any]


def tamper(subject: StorageUnderTest, obj: Any, text: str) -> Any:
    """Change the object by all the means that its owner has: by its mark, and by an entry in every container inside of
    it. Returns the object."""
    for _, container in list(_containers(obj)):
        with suppress(Exception):  # one that takes no such entry, or none at all
            _put_in(container, text)
    with suppress(Exception):  # one that can't be changed
        subject.mark(obj, text)
    return obj


def expect_untouched(subject: StorageUnderTest, obj: Any, text: str, owner: str) -> None:
    """No trace of the text is in the object, which belongs to somebody else."""
    place = next((path for path, container in _containers(obj) if _holds(container, text)), None)
    if place is None and text in subject.marks(obj):
        place = "its marks"
    if place is not None:
        broken(f"a change of {owner} to stay there", f"it in what is stored, at {place}")


def _put_in(container: Any, text: str) -> None:
    if isinstance(container, MutableMapping):
        container[text] = next(iter(container.values()), text)
    elif isinstance(container, MutableSequence):
        container.append(text)
    elif isinstance(container, MutableSet):
        container.add(text)


def _holds(container: Any, text: str) -> bool:
    return any(isinstance(entry, str) and entry == text for entry in container)


def _containers(obj: Any) -> Iterator[Located]:
    """Every mapping, list and set inside of an object, with where it is."""
    seen: dict[int, Any] = {}  # which keeps them alive, so that no two have one id
    waiting: list[tuple[str, Any, int]] = [("", obj, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        if id(value) in seen or depth > STORED_DEPTH:
            continue
        seen[id(value)] = value
        if isinstance(value, (Mapping, Sequence, Set)) and not isinstance(value, (str, bytes, bytearray, memoryview)):
            yield path or "the object itself", value
        waiting += ((inner, part, depth + 1) for inner, part in reversed(list(_parts(path, value))))


def _parts(path: str, value: Any) -> Iterator[Located]:
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return
    if isinstance(value, Mapping):
        yield from ((f"{path}[{key!r}]", part) for key, part in list(value.items()))
    elif isinstance(value, Sequence):
        yield from ((f"{path}[{number}]", part) for number, part in enumerate(list(value)))
    else:
        for name in field_names(value) or ():
            with suppress(Exception):  # a field that has no value yet
                yield (f"{path}.{name}" if path else name), read(value, name)
