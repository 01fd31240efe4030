from __future__ import annotations


class ShipStrategy:  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    """What derives from it stands in another module, and is for status."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class HarbourStrategy:  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    """Its subclass is bound as a status strategy: as an instance, in another module."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class HarbourObserver(HarbourStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class QuayStrategy:  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    """Its subclass comes from a function that is bound."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class QuayObserver(QuayStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class CraneStrategy:  # unchecked
    """A main strategy of another module completes it."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class CraneStatusStrategy(CraneStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


harbour = HarbourObserver()


def new_quay_strategy():
    """Makes one."""
    return QuayObserver()
