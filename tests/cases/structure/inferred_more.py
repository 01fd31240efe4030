"""Unannotated leaf strategies: a part is taken to exist where it is mentioned."""

from __future__ import annotations


class LeafStrategy:  # expect: status-not-kept-on-update
    # confidence: inferred
    def prepare_for_create(self, ctx, obj):
        obj.status = None
        obj.metadata.labels["made"] = "yes"

    def prepare_for_update(self, ctx, obj, old):
        obj.metadata.labels = old.metadata.labels


class DictStrategy:  # expect: status-not-wiped-on-create
    # confidence: inferred
    def prepare_for_create(self, obj):
        obj["spec"].setdefault("size", 1)

    def prepare_for_update(self, obj, old):
        obj["status"] = old["status"]


class SiblingStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    # confidence: inferred
    def prepare_for_create(self, obj):
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj, old):
        pass


class SiblingStatusStrategy:
    # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.metadata = old.metadata
        obj.spec = old.spec
        obj.status.phase = "Seen"


class Formatter:  # unchecked
    """Hooks of that name on something else altogether."""

    def prepare_for_create(self, text):
        return text.strip()


class Signal:  # unchecked
    def prepare_for_update(self, sender, instance):
        instance.save()
