"""The rules hold whatever random numbers the code draws."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from typing import Final

from apivet.blackbox.limits import RANDOM_RUNS, RANDOM_SEEDS
from apivet.blackbox.project.hooks import FIRST_DRAW
from apivet.blackbox.project.machine import DRAWN, MACHINE
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.rig.running import Given, Rig
from apivet.vocabulary import CREATE

#: The modules and functions that random numbers come from, as code names them.
_SOURCES: Final = frozenset(("random", "randint", "randrange", "choice", "uniform", "getrandbits", "shuffle", "sample"))


def asks_randomness(rig: Rig) -> bool:
    """Whether the code speaks of random numbers, or has asked the system for some; or asks where an object lies."""
    asks_where = any("id" in each.names for each in rig.mentions.operations)
    return asks_where or DRAWN in MACHINE.heard or not rig.mentions.names.isdisjoint(_SOURCES)


def trials(rig: Rig, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """The questions about every run, of the same objects again and again."""
    if not asks_randomness(rig):
        return
    obj, old = pairs(rig)[0]
    for chance in chances(RANDOM_RUNS):
        for state in (True, False) if rig.assignment.known_gates else (True,):
            for invariant in invariants:
                before = None if invariant.hook == CREATE else old
                given = Given(obj, before, None, all_gates(rig, state), chance=chance)
                if invariant.applies(rig, given):
                    yield invariant.on(given)


@functools.cache
def chances(number: int, *, again: bool = False) -> list[int]:
    """Numbers that chance goes by, as many as are asked for; ``again``, none of those that there were before. Code
    compares what it draws first with some bound: wherever that lies, some are below it, and some above."""
    first = FIRST_DRAW + 1 + again * RANDOM_SEEDS
    seeds = sorted(range(first, first + RANDOM_SEEDS), key=lambda seed: random.Random(seed).random())
    return [seeds[place * (RANDOM_SEEDS - 1) // (number - 1)] - FIRST_DRAW for place in range(number)]
