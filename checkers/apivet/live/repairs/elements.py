"""Elements of lists that need several, or other ones."""

from __future__ import annotations

from typing import Any

from apivet.live.paths import get, leaves, put


def distinct(element: Any, count: int) -> list[Any]:
    """Elements like that one, of a given number, no two the same: their first texts or numbers differ."""
    place = next((path for path, value in leaves(element) if isinstance(value, (str, int))), None)
    made = [element]
    for number in range(1, count):
        value = get(element, place) if place is not None else element
        other = f"{value}{number}" if isinstance(value, str) else value + number if isinstance(value, int) else value
        made.append(other if not place else put(element, place, other))
    return made
