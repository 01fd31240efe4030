"""Twenty independent gated fields in one function: the analysis must neither explode nor give up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    one: Annotated[int | None, FeatureGate("One")] = None
    two: Annotated[int | None, FeatureGate("Two")] = None
    three: Annotated[int | None, FeatureGate("Three")] = None
    four: Annotated[int | None, FeatureGate("Four")] = None
    five: Annotated[int | None, FeatureGate("Five")] = None
    six: Annotated[int | None, FeatureGate("Six")] = None
    seven: Annotated[int | None, FeatureGate("Seven")] = None
    eight: Annotated[int | None, FeatureGate("Eight")] = None
    nine: Annotated[int | None, FeatureGate("Nine")] = None
    ten: Annotated[int | None, FeatureGate("Ten")] = None
    eleven: Annotated[int | None, FeatureGate("Eleven")] = None
    twelve: Annotated[int | None, FeatureGate("Twelve")] = None
    thirteen: Annotated[int | None, FeatureGate("Thirteen")] = None
    fourteen: Annotated[int | None, FeatureGate("Fourteen")] = None
    fifteen: Annotated[int | None, FeatureGate("Fifteen")] = None
    sixteen: Annotated[int | None, FeatureGate("Sixteen")] = None
    seventeen: Annotated[int | None, FeatureGate("Seventeen")] = None
    eighteen: Annotated[int | None, FeatureGate("Eighteen")] = None
    nineteen: Annotated[int | None, FeatureGate("Nineteen")] = None
    twenty: Annotated[int | None, FeatureGate("Twenty")] = None


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


def drop_disabled_fields(obj: Widget, old: Widget | None) -> None:
    if not enabled("One") and (old is None or old.spec.one is None):
        obj.spec.one = None
    if not enabled("Two") and (old is None or old.spec.two is None):
        obj.spec.two = None
    if not enabled("Three") and (old is None or old.spec.three is None):
        obj.spec.three = None
    if not enabled("Four") and (old is None or old.spec.four is None):
        obj.spec.four = None
    if not enabled("Five") and (old is None or old.spec.five is None):
        obj.spec.five = None
    if not enabled("Six") and (old is None or old.spec.six is None):
        obj.spec.six = None
    if not enabled("Seven") and (old is None or old.spec.seven is None):
        obj.spec.seven = None
    if not enabled("Eight") and (old is None or old.spec.eight is None):
        obj.spec.eight = None
    if not enabled("Nine") and (old is None or old.spec.nine is None):
        obj.spec.nine = None
    if not enabled("Ten") and (old is None or old.spec.ten is None):
        obj.spec.ten = None
    if not enabled("Eleven") and (old is None or old.spec.eleven is None):
        obj.spec.eleven = None
    if not enabled("Twelve") and (old is None or old.spec.twelve is None):
        obj.spec.twelve = None
    if not enabled("Thirteen") and (old is None or old.spec.thirteen is None):
        obj.spec.thirteen = None
    if not enabled("Fourteen") and (old is None or old.spec.fourteen is None):
        obj.spec.fourteen = None
    if not enabled("Fifteen") and (old is None or old.spec.fifteen is None):
        obj.spec.fifteen = None
    if not enabled("Sixteen") and (old is None or old.spec.sixteen is None):
        obj.spec.sixteen = None
    if not enabled("Seventeen") and (old is None or old.spec.seventeen is None):
        obj.spec.seventeen = None
    if not enabled("Eighteen") and (old is None or old.spec.eighteen is None):
        obj.spec.eighteen = None
    if not enabled("Nineteen") and (old is None or old.spec.nineteen is None):
        obj.spec.nineteen = None
    if not enabled("Twenty") and (old is None or old.spec.twenty is None):
        obj.spec.twenty = None


def drop_most_disabled_fields(obj: Widget, old: Widget | None) -> None:
    if not enabled("One") and (old is None or old.spec.one is None):
        obj.spec.one = None
    if not enabled("Two") and (old is None or old.spec.two is None):
        obj.spec.two = None
    if not enabled("Three") and (old is None or old.spec.three is None):
        obj.spec.three = None
    if not enabled("Four") and (old is None or old.spec.four is None):
        obj.spec.four = None
    if not enabled("Five") and (old is None or old.spec.five is None):
        obj.spec.five = None
    if not enabled("Six") and (old is None or old.spec.six is None):
        obj.spec.six = None
    if not enabled("Seven") and (old is None or old.spec.seven is None):
        obj.spec.seven = None
    if not enabled("Eight") and (old is None or old.spec.eight is None):
        obj.spec.eight = None
    if not enabled("Nine") and (old is None or old.spec.nine is None):
        obj.spec.nine = None
    if not enabled("Ten") and (old is None or old.spec.ten is None):
        obj.spec.ten = None
    if not enabled("Eleven") and (old is None or old.spec.eleven is None):
        obj.spec.eleven = None
    if not enabled("Twelve") and (old is None or old.spec.twelve is None):
        obj.spec.twelve = None
    if not enabled("Fourteen") and (old is None or old.spec.fourteen is None):
        obj.spec.fourteen = None
    if not enabled("Fifteen") and (old is None or old.spec.fifteen is None):
        obj.spec.fifteen = None
    if not enabled("Sixteen") and (old is None or old.spec.sixteen is None):
        obj.spec.sixteen = None
    if not enabled("Seventeen") and (old is None or old.spec.seventeen is None):
        obj.spec.seventeen = None
    if not enabled("Eighteen") and (old is None or old.spec.eighteen is None):
        obj.spec.eighteen = None
    if not enabled("Nineteen") and (old is None or old.spec.nineteen is None):
        obj.spec.nineteen = None
    if not enabled("Twenty") and (old is None or old.spec.twenty is None):
        obj.spec.twenty = None


class CompleteStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.metadata.generation = 1
        drop_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        drop_disabled_fields(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OneForgottenStrategy:  # expect: gated-field-not-dropped[spec.thirteen]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.metadata.generation = 1
        drop_most_disabled_fields(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        drop_most_disabled_fields(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
