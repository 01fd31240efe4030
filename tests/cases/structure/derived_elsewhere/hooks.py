"""Hooks over objects that hold one of a class which neither their types nor they know."""

from __future__ import annotations

from tides import Tide, TideStatus


class FieldByFieldStrategy:
    # unproven: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Tide) -> None:
        obj.status = TideStatus()

    def prepare_for_update(self, ctx, obj: Tide, old: Tide) -> None:
        obj.status = TideStatus(height=old.status.height)


class WholeStrategy:
    def prepare_for_create(self, ctx, obj: Tide) -> None:
        obj.status = TideStatus()

    def prepare_for_update(self, ctx, obj: Tide, old: Tide) -> None:
        obj.status = old.status
