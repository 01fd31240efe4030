"""Gate functions imported under other names, and wrapped."""

from __future__ import annotations

import features as f
from dataclasses import dataclass
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled as gate_on


@dataclass
class Meta:
    name: str = ""


@dataclass
class Spec:
    size: int = 0
    turbo: Annotated[int | None, FeatureGate("Turbo")] = None


@dataclass
class Motor:
    metadata: Meta
    spec: Spec


def turbo_on() -> bool:
    return gate_on("Turbo")


TURBO = "Turbo"


class Toggles:
    turbo = property(lambda self: f.is_enabled(TURBO))

    def __init__(self) -> None:
        self.cached = gate_on(TURBO)


toggles = Toggles()


class RenamedStrategy:
    def prepare_for_create(self, obj: Motor) -> None:
        if not gate_on("Turbo"):
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not gate_on("Turbo") and old.spec.turbo is None:
            obj.spec.turbo = None


class WrappedStrategy:
    def prepare_for_create(self, obj: Motor) -> None:
        if not turbo_on():
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if turbo_on() or old.spec.turbo:
            return
        if old.spec.turbo is None:
            obj.spec.turbo = None


class ConstructorStrategy:
    # unproven: gated-field-not-dropped[spec.turbo], gated-field-dropped-when-enabled[spec.turbo]
    """The gate may be set after the strategy is made."""

    def __init__(self) -> None:
        self.turbo = gate_on(TURBO)

    def prepare_for_create(self, obj: Motor) -> None:
        if not self.turbo:
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not self.turbo and old.spec.turbo is None:
            obj.spec.turbo = None


class ClassConstantStrategy:
    GATE = "Turbo"

    def prepare_for_create(self, obj: Motor) -> None:
        if not f.enabled(self.GATE):
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not f.enabled(type(self).GATE) and old.spec.turbo is None:
            obj.spec.turbo = None


class KeywordStrategy:
    def prepare_for_create(self, obj: Motor) -> None:
        if not f.enabled(gate="Turbo"):
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not f.enabled(context=None, gate="Turbo") and old.spec.turbo is None:
            obj.spec.turbo = None


class RenamedLeakStrategy:  # expect: gated-field-not-dropped, gated-field-dropped-in-use
    def prepare_for_create(self, obj: Motor) -> None:
        pass

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not gate_on("Turbo"):
            obj.spec.turbo = None


class VariableStrategy:
    def prepare_for_create(self, obj: Motor) -> None:
        on = f.is_enabled
        if not on(TURBO):
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        drop(obj.spec, old.spec, gate_on)


def drop(spec: Spec, old: Spec, asked) -> None:
    if not asked("Turbo") and old.turbo is None:
        spec.turbo = None


def ready(name: str) -> bool:
    return bool(name)


class OtherQuestionStrategy:  # expect: gated-field-not-dropped[spec.turbo]
    def prepare_for_create(self, obj: Motor) -> None:
        on = ready
        if not on(TURBO):
            obj.spec.turbo = None

    def prepare_for_update(self, obj: Motor, old: Motor) -> None:
        if not gate_on(TURBO) and old.spec.turbo is None:
            obj.spec.turbo = None
