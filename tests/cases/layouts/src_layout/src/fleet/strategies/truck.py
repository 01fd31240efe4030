import fleet.types as api
import fleet.types.truck as truck_types

from .base import Base

__all__ = ["TruckStrategy", "TruckStatusStrategy", "CarelessStrategy"]


class TruckStrategy(Base[api.Truck]):
    def on_create(self, o):
        if o.spec.wheels < 3:
            o.spec.wheels = 3


class CarelessStrategy(Base["truck_types.Truck"]):
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    def on_create(self, o):
        o.status = api.TruckStatus(location=o.metadata.name)

    def prepare_for_create(self, context, o):
        kept = o.status
        super().prepare_for_create(context, o)
        o.status = kept

    def on_update(self, o, before):
        o.status = api.TruckStatus()


class TruckStatusStrategy(TruckStrategy):
    def prepare_for_update(self, context, o, before):
        o.spec = before.spec
        for name in ("labels", "annotations"):
            setattr(o.metadata, name, getattr(before.metadata, name))


class OnlyLabels(TruckStrategy):  # expect: metadata-not-reset-on-status-update, spec-not-kept-on-status-update
    def prepare_for_update(self, context, o, before):
        o.metadata.labels = before.metadata.labels
