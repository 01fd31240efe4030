"""A long series of calls, of a strategy that remembers some: what it does after a thousand of them no trial comes to.

The calls are no runs: nobody looks at what they store. When they are over, the questions about every run are put once
more. Of a strategy that remembers nothing, no call is made but the one that shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from apivet.blackbox.asked import invariants
from apivet.blackbox.limits import HELD_VALUES, SERIES_CALLS
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.project.held_values import held_by
from apivet.blackbox.project.ownership import is_below
from apivet.blackbox.project.side_effects import peak_of_memory
from apivet.blackbox.properties.trial import HookTrial, all_gates, pairs
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import CREATE

#: Seconds, and bytes of memory, after which a series is cut short.
_SECONDS: Final = 1.0
_GROWTH: Final = 1 << 26


def run_series(rig: Rig, take: Callable[[HookTrial], object]) -> None:
    """Make the calls, and have the questions about every run taken after them."""
    asked = invariants(rig)
    obj, old = pairs(rig)[0]
    gates = all_gates(rig, True)
    for hook in dict.fromkeys(each.hook for each in asked):
        given = Given(obj, None if hook == CREATE else old, None, gates)
        if not _remembers(rig, hook, given):
            continue
        end, most = time.monotonic() + _SECONDS, peak_of_memory() + _GROWTH
        for number in range(1, SERIES_CALLS + 1):
            given.series = number
            _call(rig, hook, given)
            if time.monotonic() > end or peak_of_memory() > most:
                break
        rig.forget()
        for each in asked:
            if each.hook == hook and each.applies(rig, given):
                take(each.on(given))


def _call(rig: Rig, hook: str, given: Given) -> None:
    rig.call_on(hook, copied(given.obj), copied(given.old), given.gates)


def _remembers(rig: Rig, hook: str, given: Given) -> bool:
    """Whether a call leaves other constants behind than there were."""
    before = list(_held(rig, hook))
    _call(rig, hook, given)
    return before != list(_held(rig, hook))


def _held(rig: Rig, hook: str) -> Iterator[Any]:
    """The constants that the strategy, its classes and the globals of a hook hold."""
    is_own = is_below(rig.assignment.roots)
    holders = [rig.instance]
    for function in rig.code_of(hook):
        holders += [
            value for name in function.__code__.co_names if (value := function.__globals__.get(name)) is not None
        ]
    for holder in holders:
        yield from islice(held_by(holder, is_own), HELD_VALUES)
    for class_ in type(rig.instance).__mro__:
        if is_own(class_.__module__):
            for value in list(vars(class_).values()):
                yield from islice(held_by(value, is_own), HELD_VALUES)
