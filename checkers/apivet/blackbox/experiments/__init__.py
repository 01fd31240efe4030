"""What is tried on a strategy: each family of experiments is a sentence of the contract."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.blackbox.experiments import flags, gates, generation, reset_fields, status, status_update
from apivet.blackbox.experiments.trial import Trial
from apivet.blackbox.laboratory import Laboratory

#: By role, in the order in which they are tried.
FAMILIES = {
    "main": (status, generation, flags, gates, reset_fields),
    "status": (status_update, gates, reset_fields),
    "other": (gates, reset_fields),
}


def trials(lab: Laboratory) -> Iterator[Trial]:
    """Everything that is tried on a strategy of this role."""
    for family in FAMILIES[lab.assignment.role]:
        yield from family.trials(lab)
