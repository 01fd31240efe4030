"""Objects that do not use gated fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apivet.blackbox.objects.access import ABSENT, read
from apivet.blackbox.objects.paths import put
from apivet.blackbox.objects.rebuilding import zero_of
from apivet.blackbox.protocol.models import GatedPath
from apivet.blackbox.rig.running import Rig
from apivet.paths import EACH


def without(rig: Rig, fields: Iterable[GatedPath], old: Any) -> Any:
    """The stored object, which uses none of these fields."""
    unused = old
    for gated in fields:
        unused = put(unused, gated.path, unset_value(old, gated))
    return unused


def unset_value(obj: Any, gated: GatedPath) -> object:
    """The value that the field has where it is not in use."""
    if gated.optional:
        return None
    return zero_of(first_at(obj, gated.path))


def first_at(holder: Any, path: tuple[str, ...]) -> Any:
    """The field's value in the first element that has it."""
    for step in path:
        if holder is None or holder is ABSENT:
            return None
        if step == EACH:
            items = list(holder.values() if isinstance(holder, Mapping) else holder)
            holder = items[0] if items else None
        else:
            holder = read(holder, step)
    return holder
