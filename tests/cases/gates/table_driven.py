"""Drops driven by tables, lists of functions, and named gates."""

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
    first: Annotated[int | None, FeatureGate("Alpha")] = None
    second: Annotated[int | None, FeatureGate("Beta")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


GATED = {"first": "Alpha", "second": "Beta"}


def drop_first(obj: Widget, old: Widget | None) -> None:
    if not enabled("Alpha") and (old is None or old.spec.first is None):
        obj.spec.first = None


def drop_second(obj: Widget, old: Widget | None) -> None:
    if not enabled("Beta") and (old is None or old.spec.second is None):
        obj.spec.second = None


def second_enabled() -> bool:
    return enabled("Beta")


DROPS = (drop_first, drop_second)


class TupleTableStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    def drop(self, obj: Widget, old: Widget | None) -> None:
        for gate, name in (("Alpha", "first"), ("Beta", "second")):
            if enabled(gate):
                continue
            if old is None or getattr(old.spec, name) is None:
                setattr(obj.spec, name, None)


class DictTableStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    def drop(self, obj: Widget, old: Widget | None) -> None:
        for name, gate in GATED.items():
            if not enabled(gate) and (old is None or getattr(old.spec, name) is None):
                setattr(obj.spec, name, None)


class CrossedTableStrategy:
    # expect: gated-field-not-dropped[spec.first], gated-field-dropped-when-enabled[spec.first]
    # expect: gated-field-not-dropped[spec.second], gated-field-dropped-when-enabled[spec.second]
    # expect: ungated-field-dropped[spec.first], ungated-field-dropped[spec.second]
    def prepare_for_create(self, obj: Widget) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        self.drop(obj, old)

    def drop(self, obj: Widget, old: Widget | None) -> None:
        for gate, name in (("Beta", "first"), ("Alpha", "second")):
            if not enabled(gate) and (old is None or getattr(old.spec, name) is None):
                setattr(obj.spec, name, None)


class FunctionListStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        for drop in DROPS:
            drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for drop in (drop_first, drop_second):
            drop(obj, old)


class FunctionForgottenStrategy:  # expect: gated-field-not-dropped[spec.second]
    def prepare_for_create(self, obj: Widget) -> None:
        for drop in DROPS:
            drop(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for drop in (drop_first,):
            drop(obj, old)


class NamedGateStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        alpha_on = enabled("Alpha")
        if not alpha_on:
            obj.spec.first = None
        if second_enabled():
            pass
        else:
            obj.spec.second = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_first(obj, old)
        keep = second_enabled() or bool(old.spec.second is not None)
        if not keep:
            obj.spec.second = None


class WrongNamedGateStrategy:
    # expect: gated-field-not-dropped[spec.first], gated-field-dropped-when-enabled[spec.first]
    # expect: ungated-field-dropped[spec.first]
    def prepare_for_create(self, obj: Widget) -> None:
        alpha_on = second_enabled()
        if not alpha_on:
            obj.spec.first = None
        drop_second(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_first(obj, old)
        drop_second(obj, old)


class MatchOnGateStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        match enabled("Alpha"):
            case False:
                obj.spec.first = None
        drop_second(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_first(obj, old)
        drop_second(obj, old)


class HalfConjunctionStrategy:
    # expect: gated-field-not-dropped[spec.first], gated-field-not-dropped[spec.second]
    # undecided: ungated-field-dropped
    """Two fields dropped together, only when both gates are off."""

    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Alpha") and not enabled("Beta"):
            obj.spec.first = None
            obj.spec.second = None

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_first(obj, old)
        drop_second(obj, old)
