"""Every way to get a drop wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    replicas: int | None = None
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


def drop_disabled_fields(obj: Widget, old: Widget | None) -> None:
    if not enabled("Burst") and (old is None or old.spec.burst is None):
        obj.spec.burst = None


class CreateOnlyStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)


class UpdateOnlyStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class InUseIgnoredStrategy:  # expect: gated-field-dropped-in-use[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, None)


class GateIgnoredStrategy:  # expect: gated-field-dropped-when-enabled[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class AlwaysDroppedStrategy:
    # expect: gated-field-dropped-when-enabled[spec.burst], gated-field-dropped-in-use[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.burst = None


class InvertedGateStrategy:
    # expect: gated-field-not-dropped[spec.burst], gated-field-dropped-when-enabled[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        if enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class InvertedUseStrategy:
    # expect: gated-field-not-dropped[spec.burst], gated-field-dropped-in-use[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and old.spec.burst is not None:
            obj.spec.burst = None


class OrInsteadOfAndStrategy:
    # expect: gated-field-dropped-when-enabled[spec.burst], gated-field-dropped-in-use[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") or old.spec.burst is None:
            obj.spec.burst = None


class UseOfTheNewStrategy:  # expect: gated-field-not-dropped[spec.burst]
    """Asks whether the caller's object uses the field: then nothing is ever dropped."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, obj)


class SwappedArgumentsStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(old, obj)


class SiblingInUseStrategy:
    # unproven: gated-field-not-dropped[spec.burst]
    # expect: gated-field-dropped-in-use[spec.burst]
    """The use of another field decides, which does not carry the gate."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and old.spec.replicas is None:
            obj.spec.burst = None


class TruthTestStrategy:  # expect: gated-field-dropped-in-use[spec.burst]
    """An optional field is in use when it is 0, too."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and not old.spec.burst:
            obj.spec.burst = None


class DefaultWhenDisabledStrategy:  # expect: gated-field-not-dropped[spec.burst]
    """The default comes back after the drop."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)
        if obj.spec.burst is None:
            obj.spec.burst = 5

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class UngatedDropStrategy:  # expect: ungated-field-dropped[spec.replicas]
    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)
        if not enabled("Burst"):
            obj.spec.replicas = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj, old)


class OldKeptWhenDisabledStrategy:  # expect: gated-field-dropped-in-use[spec.burst]
    """With the gate off the old value is kept, not the caller's."""

    def prepare_for_create(self, obj: Widget) -> None:
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = old.spec.burst
