"""Elements that a container has, as far as the decisions of a view tell."""

from __future__ import annotations

from typing import Any

from apivet.effects.decided import Decided
from apivet.effects.declared import is_mapping_given
from apivet.effects.values import (
    EARLIER,
    LAST,
    MARKS,
    NONE,
    ORDER,
    UNBOUND,
    Blank,
    Exists,
    Input,
    Path,
    Structure,
    kind_made,
)


def has_element(view: Decided, value: Any, key: str) -> bool | None:
    """Whether a container has a last element, one before it, or one under a key; ``None`` where nothing tells. Of the
    elements that were put together any may be the last one, whatever key it was put in under."""
    if isinstance(value, Blank):
        return False
    if isinstance(value, Structure) and named_elements(view, value):
        return _has_named(view, value, key)
    if isinstance(value, Structure) and value.entries is not None:
        present = [name for name, there, _ in value.entries if view.leaf(there)]
        if key == LAST or not present:
            return bool(present)
        if key == EARLIER:
            return None if present == [EARLIER] else len(present) > 1
        return True if key in present else None
    given = view.base_of(value)
    if not isinstance(given, Input):
        return None
    known = view.knows(Exists(given, key))
    return False if known is None and view.knows(Exists(given, LAST)) is False else known


def _has_named(view: Decided, mapping: Structure, key: str) -> bool | None:
    """The same of a mapping in which elements stand under written keys, beside others or alone."""
    named = named_elements(view, mapping)
    if key in named:
        return named[key]
    present = sum(there is True for there in named.values())
    if present >= (2 if key == EARLIER else 1):
        return True if key in (EARLIER, LAST) else None
    is_all = isinstance(view.leaf(mapping.base), Blank) and not mapping.entries and None not in named.values()
    return False if is_all else None


def named_elements(view: Decided, value: Structure) -> dict[str, bool | None]:
    """The keys of a mapping under which something was put or taken out by name, each with whether it is there."""
    base = view.leaf(value.base)
    is_mapping = (isinstance(base, Blank) and base.kind == "dict") or is_mapping_given(view.outcome.machine, base)
    found: dict[str, bool | None] = {}
    for name, own in value.fields if is_mapping else ():
        if name not in MARKS:
            leaf = view.leaf(own)
            # ``None`` may have been put there, or stand for a key that is not there.
            found[name] = None if leaf == NONE else leaf != UNBOUND
    return found


def is_in_another_order(view: Decided, value: Any) -> bool:
    """Whether a list of several elements is not in the order of what it was made of: nobody knows which is which."""
    own = dict(value.fields).get(ORDER) if isinstance(value, Structure) else None
    if own is None or view.leaf(own) == NONE or kind_made(value.base) == "dict":
        return False
    if has_element(view, value, EARLIER) is False:
        return False
    return not is_mapping_given(view.outcome.machine, view.base_of(value))


def leads_through_another_order(view: Decided, value: Any, way: Path) -> bool:
    """Whether a path leads to an element of a list that is in another order: it may be any."""
    held = (view.part_at(value, way[:place]) for place, step in enumerate(way) if step in (EARLIER, LAST))
    return any(is_in_another_order(view, each) for each in held)
