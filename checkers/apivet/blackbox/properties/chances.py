"""The rules hold however chance decides, where the code asks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from apivet.blackbox.limits import CHANCES
from apivet.blackbox.properties.trial import HookTrial, Invariant, all_gates, pairs
from apivet.blackbox.rig.running import Given, Laboratory
from apivet.vocabulary import CREATE

#: The modules and functions that chance comes from, as code names them.
_SOURCES: Final = frozenset(("random", "randint", "randrange", "choice", "uniform", "getrandbits", "shuffle", "sample"))


def asks_chance(lab: Laboratory) -> bool:
    """Whether the code speaks of chance."""
    return not lab.mentions.names.isdisjoint(_SOURCES)


def trials(lab: Laboratory, invariants: Sequence[Invariant]) -> Iterator[HookTrial]:
    """The questions about every run, of the same objects again and again."""
    if not asks_chance(lab):
        return
    obj, old = pairs(lab)[0]
    for number in range(1, 1 + CHANCES):
        for state in (True, False) if lab.assignment.known_gates else (True,):
            for invariant in invariants:
                before = None if invariant.hook == CREATE else old
                given = Given(obj, before, None, all_gates(lab, state), chance=100 * number)
                if invariant.applies(lab, given):
                    yield invariant.on(given)
