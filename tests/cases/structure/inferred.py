"""Nothing names the object's type: a part is taken to exist if the strategies mention it."""

from __future__ import annotations


class WidgetStrategy:  # confidence: inferred
    def prepare_for_create(self, obj):
        obj.status = None

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class GadgetStrategy:  # confidence: inferred  # expect: status-not-wiped-on-create
    """Mentions status in one hook, so the other must wipe it."""

    def prepare_for_create(self, obj):
        obj.name = "x"

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class AccessorStrategy:  # confidence: inferred
    def prepare_for_create(self, obj):
        obj.set_status(None)
        obj.metadata.set_generation(1)

    def prepare_for_update(self, obj, old):
        obj.set_status(old.get_status())
        if obj.get_spec() != old.get_spec():
            obj.metadata.set_generation(old.metadata.get_generation() + 1)


class AccessorLeakStrategy:  # confidence: inferred  # expect: status-not-kept-on-update
    def prepare_for_create(self, obj):
        obj.set_status(None)

    def prepare_for_update(self, obj, old):
        old.set_status(obj.get_status())
