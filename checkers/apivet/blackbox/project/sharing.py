"""Memory that a converted object shares with its source: a change of the one changes the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set
from typing import Any, Final

from apivet.blackbox.objects.access import field_names, read
from apivet.paths import EACH, extended

SHARES: Final = "conversion-shares-memory"
_WHOLE: Final = (str, bytes, bytearray, memoryview)


def shared_part(source: object, result: object) -> str | None:
    """The outermost part of a result that is an object of its source, too, and that can be changed; ``None`` where
    there is none. An alias of the source as a whole shares everything, and is meant to."""
    if result is source or type(result) is type(source):
        return None
    owned = {id(value): value for _, value in _changeable(source, "")}
    return next((path for path, value in _changeable(result, "") if id(value) in owned), None)


def _changeable(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Every object inside that can be changed in place, with its path, the outer ones first."""
    waiting: list[tuple[str, Any]] = [(path, value)]
    seen: dict[int, object] = {}  # which keeps them alive, so that no two have one id
    while waiting:
        path, value = waiting.pop(0)
        if id(value) in seen or isinstance(value, _WHOLE):
            continue
        seen[id(value)] = value
        inner = list(_parts(path, value))
        if isinstance(value, (MutableMapping, MutableSequence, MutableSet)) or (inner and _has_settable_fields(value)):
            yield path, value
        waiting += inner


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((path + EACH, part) for part in value.values())
    elif isinstance(value, (Sequence, Set)):
        yield from ((path + EACH, part) for part in value)
    else:
        for name in field_names(value) or ():
            yield extended(path, name), read(value, name)


def _has_settable_fields(value: object) -> bool:
    """Whether an object's fields can be set: not those of a frozen one, which may be shared by any number."""
    if isinstance(value, (Mapping, Sequence, Set)):
        return False
    name = (field_names(value) or ("",))[0]
    try:
        setattr(value, name, getattr(value, name))
    except Exception:
        return False
    return True
