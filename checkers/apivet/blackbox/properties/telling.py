"""Objects that differ in one place, in a way that the code may overlook or asks about (see ``operations``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from apivet.blackbox.limits import TELLING_PAIRS, TELLING_VALUES
from apivet.blackbox.objects.access import Marker, read, same
from apivet.blackbox.objects.domain import admits
from apivet.blackbox.objects.paths import nodes_of, value_at, with_value_at
from apivet.blackbox.rig.running import Rig
from apivet.paths import Path
from apivet.program.annotations import OutsideClass, members


def taken_for_one(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """The object twice, with two values in one place of a part that the operations of the code may take for one."""
    yield from islice(_taken_for_one(rig, obj, part), TELLING_PAIRS)


def _taken_for_one(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    for steps in _places(rig, obj, part):
        value = value_at(obj, steps)
        pairs = [pair for each in rig.mentions.operations for pair in each.alike(value)]
        if type(value) is int and any("str" in each.names for each in rig.mentions.operations):
            annotation = rig.alternatives.annotation(obj, steps)
            pairs += [(value, str(value))] if annotation and OutsideClass("str") in members(annotation) else []
        known: list[tuple[Any, Any]] = []
        for one, other in pairs:
            is_new = not any(same(one, first) and same(other, second) for first, second in known)
            if is_new and admits(obj, steps, one) and admits(obj, steps, other):
                known.append((one, other))
                yield with_value_at(obj, steps, one), with_value_at(obj, steps, other)


def telling_values(rig: Rig, obj: Any, steps: Path) -> Iterator[Any]:
    """Other values for a place that the code asks something about."""
    value = value_at(obj, steps)
    if value is not Marker.ABSENT:
        found = (other for each in rig.mentions.operations for other in each.telling(value))
        yield from islice(
            (each for each in found if not same(each, value) and admits(obj, steps, each)), TELLING_VALUES
        )


def _places(rig: Rig, obj: Any, part: str) -> Iterator[Path]:
    """The places of a part; the first element stands for all."""
    for steps, _ in nodes_of(read(obj, part), (part,)):
        if not any(isinstance(step, int) and step > 0 for step in steps):
            yield steps


__all__ = ["taken_for_one", "telling_values"]
