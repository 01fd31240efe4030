"""All judges, in the order of their rules in the report."""

from __future__ import annotations

from apivet.config.model import Defaults
from apivet.live.rules import creates, flags, ownership, status_updates, storages, updates
from apivet.live.rules.judging import Judge


def judges(defaults: Defaults, *, storage: bool = False) -> tuple[Judge, ...]:
    """The judges, for what flags are to be by default; those of storages where they are asked for."""
    return (
        *creates.JUDGES,
        *updates.JUDGES,
        *status_updates.JUDGES,
        *ownership.JUDGES,
        *flags.judges(defaults),
        *storages.ROUND_TRIPS,
        *(storages.STORAGE_JUDGES if storage else ()),
    )
