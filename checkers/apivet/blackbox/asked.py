"""The rules that are watched, by symbol: properties are found by importing ``properties``, and in plug-ins."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator

from apivet.blackbox import properties
from apivet.blackbox.properties import contexts, probed, randomness, values
from apivet.blackbox.properties.trial import HookTrial, Invariant, Property
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.rig.running import Rig
from apivet.rule_objects import objects_in

# Found when this is imported, so that a worker's copies have them all.
_OURS = objects_in(properties, Property)


@functools.cache
def _known(modules: tuple[str, ...]) -> dict[str, Property]:
    """The properties of this package and of these modules, by the rules that they are of."""
    found = [*_OURS, *(each for name in modules for each in objects_in(importlib.import_module(name), Property))]
    return {symbol: each for each in found for symbol in each.rules}


def _asked(rig: Rig) -> list[Property]:
    """Properties of the rules that are asked about, in the order of the rules."""
    known = _known(rig.assignment.watched)
    found = (known[symbol] for symbol in rig.assignment.asked if symbol in known)
    return list({id(each): each for each in found}.values())


def trials(rig: Rig) -> Iterator[HookTrial]:
    """All trials of a strategy."""
    rules, of_every_run = frozenset(rig.assignment.asked), invariants(rig)
    for each in _asked(rig):
        yield from (trial for trial in each.tried(rig) if trial.rule in rules)
    yield from values.trials(rig, of_every_run)
    yield from probed.trials(rig, of_every_run)
    yield from contexts.trials(rig, of_every_run)
    yield from contexts.at_other_times(lambda: values.trials(rig, of_every_run))
    yield from randomness.trials(rig, of_every_run)


def invariants(rig: Rig) -> list[Invariant]:
    """Invariants of every run of this strategy's hooks."""
    found = (invariant for each in _asked(rig) for invariant in each.invariants(rig))
    return [invariant for invariant in found if invariant.rule in rig.assignment.asked]


def settled(rig: Rig, observations: list[Observation]) -> list[Observation]:
    """Observations as the families settle them, all seen together."""
    return functools.reduce(lambda seen, each: each.settled(seen), _asked(rig), observations)
