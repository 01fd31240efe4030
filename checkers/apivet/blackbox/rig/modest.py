"""Objects with little in them: what a hook that asks for small numbers or short texts would store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.blackbox.objects.access import same
from apivet.blackbox.objects.domain import admits
from apivet.blackbox.objects.paths import leaf_places, value_at, with_value_at
from apivet.blackbox.rig.alternatives import Alternatives
from apivet.paths import Path


def modest(obj: Any) -> Any:
    """The object with small numbers and short texts, another one in each place."""
    for number, (steps, value) in enumerate(list(leaf_places(obj, ()))):
        little = _little(value, number)
        if little is not None and admits(obj, steps, little):
            obj = with_value_at(obj, steps, little)
    return obj


def _little(value: Any, number: int) -> Any:
    if type(value) in (int, float):
        return type(value)(1 + number % 9)
    if type(value) is str and value.startswith("value-"):  # of our own making: no format that is asked for
        return f"v{number % 100}"
    return None


def neighbours(alternatives: Alternatives, obj: Any, steps: Path) -> Iterator[Any]:
    """Other values for one place that are not far from what lies there."""
    value = value_at(obj, steps)
    near: list[Any] = []
    if type(value) in (int, float):
        near = [type(value)(value + step) for step in (1, -1, 2)] + [type(value)(each) for each in (1, 2, 0)]
    elif type(value) is bool:
        near = [not value]
    elif type(value) is str:
        near = [f"{value}a", "a", "b"]
    for other in (*near, *alternatives.of(obj, steps)):
        if not same(other, value) and alternatives.takes(obj, steps, other):
            yield other
