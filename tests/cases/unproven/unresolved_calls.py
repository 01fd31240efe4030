"""A call that can't be resolved may change whatever mutable object it is given, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

import plugins
from elsewhere import adjust, make_status


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: list[str] = field(default_factory=list)
    status: dict[str, str] = field(default_factory=dict)


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class Wipes:
    def prepare_for_create(self, obj):
        obj.status = {}


class MaybeWipesStrategy(Keeps):  # unproven: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        adjust(obj)


class GivenAfterWipeStrategy(Keeps):
    """What the hook no longer holds can't come back."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = {}
        adjust(obj)


class GivenBeforeWipeStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        adjust(obj)
        obj.status = {}


class StillHeldStrategy(Keeps):  # unproven: status-not-wiped-on-create[status]
    """The caller's status is handed over together with the wiped object."""

    def prepare_for_create(self, obj: Widget) -> None:
        asked = obj.status
        obj.status = {}
        adjust(obj, asked)


class GivenTextOnlyStrategy(Keeps):
    """A string can't be changed."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = {}
        adjust(obj.metadata.name)


class TextOnlyNoWipeStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        adjust(obj.metadata.name)


class OtherPartStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """Given the spec only: it can't reach status."""

    def prepare_for_create(self, obj: Widget) -> None:
        adjust(obj.spec)


class BuiltElsewhereStrategy(Keeps):
    """Built from nothing of the caller's."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = make_status()


class BuiltFromSpecStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = make_status(obj.spec)


class ChangedAfterKeepStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        adjust(obj)


class ChangedBeforeKeepStrategy(Wipes):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        adjust(obj)
        obj.status = old.status


class GivenAsKeyStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    """A key of a mapping is in it, too."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        adjust({obj: True})


class OldChangedBeforeKeepStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        adjust(obj, old)
        obj.status = old.status


class PluginMethodStrategy(Wipes):  # unproven: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        plugins.registry.default().run(obj, old)


class OpaqueConditionStrategy(Keeps):  # unproven: status-not-wiped-on-create[status]
    """With one of the answers the caller's status is stored, but nobody knows whether it is ever given."""

    def prepare_for_create(self, obj: Widget) -> None:
        if plugins.ready():
            obj.status = {}


class UnresolvedStatusStrategy:  # unproven: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        adjust(obj.metadata, old.metadata)
