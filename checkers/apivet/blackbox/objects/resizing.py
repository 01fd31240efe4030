"""Values of another length, and containers that differ from another one in one element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.blackbox.limits import LONGEST_MADE
from apivet.blackbox.objects.access import ABSENT
from apivet.blackbox.objects.paths import another


def resized(value: Any, size: int) -> Any:
    """A text, bytes, a list or a mapping with texts for keys, of this length; ``None`` where there is none that anybody
    knows. Each further element is another one where there are others."""
    if not 0 <= size <= LONGEST_MADE:
        return None
    if type(value) in (str, bytes):
        more = "7" if value[-1:].isdigit() else "x"  # a text that is one of a number stays one
        return value[:size].ljust(size, more if type(value) is str else more.encode())
    if size > len(value) == 0:
        return None
    return _list_of(value, size) if type(value) is list else _mapping_of(value, size)


def _list_of(value: list[Any], size: int) -> list[Any]:
    found = value[:size]
    while len(found) < size:
        other = another(found[-1])
        found.append(found[-1] if other is ABSENT or type(found[-1]) not in (str, int, float) else other)
    return found


def _mapping_of(value: dict[Any, Any], size: int) -> dict[Any, Any] | None:
    key, item = next(iter(value.items()), ("", None))
    if type(key) is not str:
        return None
    return dict([*value.items(), *((f"{key}-{count}", item) for count in range(size))][:size])


def nearly_alike(value: Any) -> Iterator[Any]:
    """A container with one element or key less, and with one more: of a list, one that it has already. Of a mapping,
    also with another value under a key."""
    if type(value) is list and value:
        yield [*value, value[0]]
        yield value[:-1]
    elif type(value) in (set, frozenset) and value:
        ordered = sorted(value, key=repr)
        yield from (type(value)([*ordered, other]) for other in map(another, ordered[:1]) if other is not ABSENT)
        yield type(value)(ordered[:-1])
    elif type(value) is dict and value:
        (key, item), *rest = value.items()
        if type(key) is str:
            yield {**value, f"{key}-other": item}
        yield from ({**value, key: other} for other in [another(item)] if other is not ABSENT)
        yield dict(rest)
