from __future__ import annotations

from ships import ShipStrategy, harbour
from ships.strategy import CraneStrategy, new_quay_strategy


class ShipStatusStrategy(ShipStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class TallCraneStrategy(CraneStrategy):
    # confidence: inferred
    def prepare_for_create(self, obj):
        super().prepare_for_create(obj)
        obj.status = None


def register(**settings):
    return settings


stores = [register(status_strategy=harbour), register(status_strategy=new_quay_strategy())]
