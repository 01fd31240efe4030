"""Values that say that there is nothing."""

from __future__ import annotations

from apivet.blackbox.limits import LEAVES
from apivet.blackbox.objects.access import Marker
from apivet.blackbox.objects.snapshots import SCALARS, Leaves, beneath, parts_of
from apivet.blackbox.objects.zeros import is_trivial


def is_unset(found: Leaves, path: str) -> bool:
    """Whether there is nothing at a path: no value, the zero one, or an empty container."""
    values = [value for name, value in beneath(found, path).items()]
    return all(is_zero(value) for value in values)


def is_empty(value: object) -> bool:
    """Whether a value says that there is nothing, or has no part that says anything."""
    if type(value) in SCALARS or is_zero(value):
        return is_zero(value)
    left = [value]
    for _ in range(LEAVES):  # what holds itself has no end
        each = left.pop() if left else None
        parts = parts_of(each)
        if parts is not None:
            left += parts
        elif not is_zero(each):
            return False
        elif not left:
            break
    return True


def is_zero(value: object) -> bool:
    """Whether a leaf says that there is nothing."""
    return isinstance(value, Marker) or is_trivial(value)
