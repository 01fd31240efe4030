"""The rules that are watched, by symbol: properties are found by importing ``properties``, and in plug-ins."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator

from apivet.blackbox import properties
from apivet.blackbox.properties import chances, contexts, values
from apivet.blackbox.properties.trial import HookTrial, Invariant, Property
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.rig.running import Laboratory
from apivet.rule_objects import objects_in

# Found when this is imported, so that a worker's copies have them all.
_OURS = objects_in(properties, Property)


@functools.cache
def _known(modules: tuple[str, ...]) -> dict[str, Property]:
    """The properties of this package and of these modules, by the rules that they are of."""
    found = [*_OURS, *(each for name in modules for each in objects_in(importlib.import_module(name), Property))]
    return {symbol: each for each in found for symbol in each.rules}


def _asked(lab: Laboratory) -> list[Property]:
    """Properties of the rules that are asked about, in the order of the rules."""
    known = _known(lab.assignment.watched)
    found = (known[symbol] for symbol in lab.assignment.asked if symbol in known)
    return list({id(each): each for each in found}.values())


def trials(lab: Laboratory) -> Iterator[HookTrial]:
    """All trials of a strategy."""
    rules = frozenset(lab.assignment.asked)
    for each in _asked(lab):
        yield from (trial for trial in each.tried(lab) if trial.rule in rules)
    yield from values.trials(lab, invariants(lab))
    yield from contexts.trials(lab, invariants(lab))
    yield from chances.trials(lab, invariants(lab))


def invariants(lab: Laboratory) -> list[Invariant]:
    """Invariants of every run of this strategy's hooks."""
    found = (invariant for each in _asked(lab) for invariant in each.invariants(lab))
    return [invariant for invariant in found if invariant.rule in lab.assignment.asked]


def settled(lab: Laboratory, observations: list[Observation]) -> list[Observation]:
    """Observations as the families settle them, all seen together."""
    return functools.reduce(lambda seen, each: each.settled(seen), _asked(lab), observations)
