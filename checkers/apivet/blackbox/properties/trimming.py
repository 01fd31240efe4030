"""Objects without most of what the strategy's code does not speak of: they are run some hundred times, and the rest of
a large object is but carried about."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from apivet.blackbox.objects.access import field_names, identity_of, read, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.paths import is_plain
from apivet.blackbox.rig.running import Rig

_Trimmed = dict[tuple[int, tuple[str, ...]], tuple[Any, Any]]


def trimmed(rig: Rig, obj: Any, *whole: str) -> Any:
    """The object without the structures and containers that the code does not mention, but in parts that are to stay
    ``whole`` (by default the status); the same one each time, so that its runs are remembered. Something of every other
    part stays, so that objects still differ in them."""
    parts = whole or (rig.words.status,)
    made: _Trimmed = rig.memo.of(_Trimmed)
    known = made.get((identity_of(obj), parts))
    if known is None or known[0] is not obj:
        bare = rig.filled(Choice("bare"))
        gated = {step for item in rig.assignment.gated for step in item.path}
        names = rig.mentions.names | gated | {rig.words.spec, rig.words.metadata}
        known = made[identity_of(obj), parts] = obj, _trim(copied(obj), bare, names, parts)
    return known[1]


def _trim(holder: Any, bare: Any, names: AbstractSet[str], whole: tuple[str, ...] = ()) -> Any:
    fields = field_names(holder)
    if not fields or type(holder) is not type(bare):
        return holder
    plain = [name for name in fields if is_plain(read(holder, name))]
    kept = plain or fields[:1]
    for name in fields:
        if name in whole:
            continue
        if name in names:
            holder = write(holder, name, _trim(read(holder, name), read(bare, name), names))
        elif name not in kept:
            holder = write(holder, name, copied(read(bare, name)))
    return holder
