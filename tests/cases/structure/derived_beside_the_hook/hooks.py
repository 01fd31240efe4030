"""Hooks beside a class that derives from that of the status."""

from __future__ import annotations

from dataclasses import dataclass

from reefs import Reef, ReefStatus


@dataclass
class AtollStatus(ReefStatus):
    lagoon: int = 0


class FieldByFieldStrategy:
    # unproven: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Reef) -> None:
        obj.status = ReefStatus()

    def prepare_for_update(self, ctx, obj: Reef, old: Reef) -> None:
        obj.status = ReefStatus(corals=old.status.corals)


class WholeStrategy:
    def prepare_for_create(self, ctx, obj: Reef) -> None:
        obj.status = ReefStatus()

    def prepare_for_update(self, ctx, obj: Reef, old: Reef) -> None:
        obj.status = old.status
