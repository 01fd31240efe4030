"""All judges, in the order of their rules in the report."""

from __future__ import annotations

from apivet.config.model import Defaults
from apivet.live.rules import creates, flags, ownership, status_updates, updates
from apivet.live.rules.judging import Judge


def judges(defaults: Defaults) -> tuple[Judge, ...]:
    """The judges, for what flags are to be by default."""
    return (*creates.JUDGES, *updates.JUDGES, *status_updates.JUDGES, *ownership.JUDGES, *flags.judges(defaults))
