"""Gate functions that stand where their answer is meant, and those that are only handed on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Annotated

import features
from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class HiveSpec:
    frames: int = 0
    heater: Annotated[int | None, FeatureGate("Heating")] = None


@dataclass
class Hive:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: HiveSpec = field(default_factory=HiveSpec)


def heating() -> bool:
    return enabled("Heating")


warm = lambda: enabled("Heating")  # noqa: E731
given = partial(heating)
CHECKS = (heating, warm)


@lru_cache
def remembered() -> bool:
    return heating()


def named_lambda(hive: Hive) -> bool:  # expect: gate-not-called
    return hive.spec.frames > 3 and warm


def named_lambda_called(hive: Hive) -> bool:
    return hive.spec.frames > 3 and warm()


def any_of(hive: Hive) -> bool:  # expect: gate-not-called
    return any([hive.spec.frames, heating])


def all_of(hive: Hive) -> bool:  # expect: gate-not-called
    return all((heating, hive.spec.frames))


def all_of_a_constant() -> bool:  # expect: gate-not-called
    return all(CHECKS)


def all_called() -> bool:
    return all(check() for check in CHECKS)


def as_bool() -> bool:  # expect: gate-not-called
    return bool(heating)


def through_a_variable(hive: Hive) -> int:  # expect: gate-not-called
    asked = heating
    return 1 if asked else 2


def through_a_variable_called(hive: Hive) -> int:
    asked = heating
    return 1 if asked() else 2


def through_a_walrus() -> int:  # expect: gate-not-called
    if asked := heating:
        return 1
    return 0 if asked else 2


def literal_in_a_variable(hive: Hive) -> bool:  # expect: gate-not-called
    wanted = [hive.spec.frames, heating]
    return any(wanted)


def local_lambda(hive: Hive) -> bool:  # expect: gate-not-called
    cold = lambda: not enabled("Heating")  # noqa: E731
    return not cold


def with_the_argument_given() -> bool:  # expect: gate-not-called
    return True if given else False


def with_the_argument_given_called() -> bool:
    return True if given() else False


def decorated() -> bool:  # expect: gate-not-called
    return not remembered


def operands(hive: Hive) -> bool:  # expect: gate-not-called
    return hive.spec.frames or heating


def handed_on(hive: Hive) -> None:
    features.register(heating, when=warm)
    features.watch([heating, warm])


def rebound(hive: Hive, ready) -> int:
    asked = heating
    asked = ready
    return 1 if asked else 2


class HeatedStrategy:  # expect: gate-not-called
    warm = lambda self: enabled("Heating")  # noqa: E731

    def prepare_for_create(self, obj: Hive) -> None:
        if not enabled("Heating"):
            obj.spec.heater = None
        if self.warm and obj.spec.frames:
            obj.spec.frames = 1

    def prepare_for_update(self, obj: Hive, old: Hive) -> None:
        if not heating() and old.spec.heater is None:
            obj.spec.heater = None


class CalledStrategy:
    def prepare_for_create(self, obj: Hive) -> None:
        if not given():
            obj.spec.heater = None

    def prepare_for_update(self, obj: Hive, old: Hive) -> None:
        if not warm() and old.spec.heater is None:
            obj.spec.heater = None
