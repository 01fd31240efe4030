"""Fields behind several gates, several fields behind one, and independent gates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class BothSpec:
    # +k8s:featureGate=Alpha,Beta
    mode: str | None = None


@dataclass
class Both:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BothSpec = field(default_factory=BothSpec)


@dataclass
class TwoSpec:
    first: Annotated[str | None, FeatureGate("Alpha")] = None
    second: Annotated[str | None, FeatureGate("Beta")] = None


@dataclass
class Two:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: TwoSpec = field(default_factory=TwoSpec)


@dataclass
class GroupSpec:
    low: Annotated[int | None, FeatureGate("Range")] = None
    high: Annotated[int | None, FeatureGate("Range")] = None


@dataclass
class Group:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: GroupSpec = field(default_factory=GroupSpec)


def drop_both(obj: Both, old: Both | None) -> None:
    if old is not None and old.spec.mode is not None:
        return
    if not enabled("Alpha") or not enabled("Beta"):
        obj.spec.mode = None


class AllGatesStrategy:
    def prepare_for_create(self, obj: Both) -> None:
        drop_both(obj, None)

    def prepare_for_update(self, obj: Both, old: Both) -> None:
        drop_both(obj, old)


class AllGatesOtherFormStrategy:
    def prepare_for_create(self, obj: Both) -> None:
        if not (enabled("Alpha") and enabled("Beta")):
            obj.spec.mode = None

    def prepare_for_update(self, obj: Both, old: Both) -> None:
        if not (enabled("Beta") and enabled("Alpha")) and old.spec.mode is None:
            obj.spec.mode = None


class AnyGateStrategy:  # expect: gated-field-not-dropped[spec.mode]
    """Drops only when both gates are off."""

    def prepare_for_create(self, obj: Both) -> None:
        if not enabled("Alpha") and not enabled("Beta"):
            obj.spec.mode = None

    def prepare_for_update(self, obj: Both, old: Both) -> None:
        drop_both(obj, old)


class OneOfTheGatesStrategy:  # expect: gated-field-not-dropped[spec.mode]
    def prepare_for_create(self, obj: Both) -> None:
        if not enabled("Alpha"):
            obj.spec.mode = None

    def prepare_for_update(self, obj: Both, old: Both) -> None:
        if not enabled("Alpha") and old.spec.mode is None:
            obj.spec.mode = None


class TwoIndependentStrategy:
    def prepare_for_create(self, obj: Two) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Two, old: Two) -> None:
        self.drop(obj, old)

    def drop(self, obj: Two, old: Two | None) -> None:
        if not enabled("Alpha") and (old is None or old.spec.first is None):
            obj.spec.first = None
        if not enabled("Beta") and (old is None or old.spec.second is None):
            obj.spec.second = None


class GuardingReturnsStrategy:
    # expect: gated-field-not-dropped[spec.second]
    # undecided: ungated-field-dropped
    """A sequence of early returns, each guarding all that follows: the second is not reached when the first is on."""

    def prepare_for_create(self, obj: Two) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Two, old: Two) -> None:
        self.drop(obj, old)

    def drop(self, obj: Two, old: Two | None) -> None:
        if enabled("Alpha") or (old is not None and old.spec.first is not None):
            return
        obj.spec.first = None
        if enabled("Beta") or (old is not None and old.spec.second is not None):
            return
        obj.spec.second = None


class CrossedStrategy:
    # expect: gated-field-not-dropped[spec.first], gated-field-dropped-when-enabled[spec.first]
    # expect: gated-field-not-dropped[spec.second], gated-field-dropped-when-enabled[spec.second]
    # expect: ungated-field-dropped[spec.first], ungated-field-dropped[spec.second]
    def prepare_for_create(self, obj: Two) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Two, old: Two) -> None:
        self.drop(obj, old)

    def drop(self, obj: Two, old: Two | None) -> None:
        if not enabled("Alpha") and (old is None or old.spec.second is None):
            obj.spec.second = None
        if not enabled("Beta") and (old is None or old.spec.first is None):
            obj.spec.first = None


class EachOnItsOwnStrategy:
    def prepare_for_create(self, obj: Group) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Group, old: Group) -> None:
        self.drop(obj, old)

    def drop(self, obj: Group, old: Group | None) -> None:
        if enabled("Range"):
            return
        if old is None or old.spec.low is None:
            obj.spec.low = None
        if old is None or old.spec.high is None:
            obj.spec.high = None


class GroupInUseStrategy:
    """Both are one feature: one field in use may protect the other, which the old object does not use."""

    def prepare_for_create(self, obj: Group) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Group, old: Group) -> None:
        self.drop(obj, old)

    def drop(self, obj: Group, old: Group | None) -> None:
        in_use = old is not None and (old.spec.low is not None or old.spec.high is not None)
        if not enabled("Range") and not in_use:
            obj.spec.low = None
            obj.spec.high = None
