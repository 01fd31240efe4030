"""What is tried on a strategy: each family of experiments is a sentence of the contract."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.blackbox.experiments import (
    chances,
    contexts,
    flags,
    gates,
    generation,
    reset_fields,
    status,
    status_update,
    ungated,
    values,
)
from apivet.blackbox.experiments.trial import Invariant, Trial
from apivet.blackbox.laboratory import Laboratory
from apivet.blackbox.observations import Observation

#: By role, in the order in which they are tried.
FAMILIES = {
    "main": (status, generation, flags, gates, ungated, reset_fields),
    "status": (status_update, gates, reset_fields),
    "other": (gates, ungated, reset_fields),
}


#: Those of which something is true of every run.
INVARIANT = {"main": (status, generation, gates, ungated), "status": (status_update, gates), "other": (gates, ungated)}


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Everything that is tried on a strategy of this role."""
    asked = lab.assignment.asked
    for family in FAMILIES[lab.assignment.role]:
        if not asked or not asked.isdisjoint(family.RULES):
            yield from (trial for trial in family.trials(lab) if not asked or trial.rule in asked)
    yield from values.trials(lab, invariants(lab))
    yield from contexts.trials(lab, invariants(lab))
    yield from chances.trials(lab, invariants(lab))


def invariants(lab: Laboratory) -> list[Invariant]:
    """What is true of every run of this strategy's hooks."""
    asked = lab.assignment.asked
    found = (invariant for family in INVARIANT[lab.assignment.role] for invariant in family.invariants(lab))
    return [invariant for invariant in found if not asked or invariant.rule in asked]


def settled(observations: list[Observation]) -> list[Observation]:
    """What the families make of all that was seen together."""
    return generation.settled(observations)
