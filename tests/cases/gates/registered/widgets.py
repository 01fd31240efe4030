from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Annotated, Callable

import features
from features import BURST, Feature, allow_ports, enabled


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class KnownSpec:
    burst: Annotated[int | None, FeatureGate("Burst")] = None
    surge: Annotated[int | None, FeatureGate("Surge")] = None
    pressure: int | None = None  # +k8s:featureGate=Pressure


@dataclass
class Known:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: KnownSpec = field(default_factory=KnownSpec)


@dataclass
class MistypedSpec:  # expect: unknown-feature-gate
    burst: Annotated[int | None, FeatureGate("Brust")] = None


@dataclass
class Mistyped:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: MistypedSpec = field(default_factory=MistypedSpec)


@dataclass
class Plain:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: str = ""


def drop_known(obj: Known, old: Known | None) -> None:
    if not enabled(BURST) and (old is None or old.spec.burst is None):
        obj.spec.burst = None
    if not features.enabled(Feature.SURGE) and (old is None or old.spec.surge is None):
        obj.spec.surge = None
    if not enabled("Pressure") and (old is None or old.spec.pressure is None):
        obj.spec.pressure = None


def audit(question: Callable[[str], bool]) -> None:
    logging.info("asked: %s", question)


def normalise(obj: Plain) -> None:  # expect: unknown-feature-gate
    if enabled("Nobody"):
        obj.data = obj.data.strip()


class KnownStrategy:
    def prepare_for_create(self, obj: Known) -> None:
        drop_known(obj, None)

    def prepare_for_update(self, obj: Known, old: Known) -> None:
        drop_known(obj, old)


class MistypedStrategy:  # expect: unknown-feature-gate
    """Drops consistently, but by a gate that nobody can turn on."""

    def prepare_for_create(self, obj: Mistyped) -> None:
        if not enabled("Brust"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Mistyped, old: Mistyped) -> None:
        if not enabled("Brust") and old.spec.burst is None:
            obj.spec.burst = None


class UncalledStrategy:  # expect: gate-not-called
    def prepare_for_create(self, obj: Plain) -> None:
        ready = len(obj.data) > 3
        if ready and allow_ports:
            obj.data = obj.data.lower()


class UncalledInNotStrategy:  # expect: gate-not-called
    def prepare_for_create(self, obj: Plain) -> None:
        if not enabled:
            obj.data = obj.data.lower()


class UncalledInExpressionStrategy:  # expect: gate-not-called
    def prepare_for_create(self, obj: Plain) -> None:
        obj.data = obj.data if features.allow_ports else ""


class CalledStrategy:
    def prepare_for_create(self, obj: Plain) -> None:
        if len(obj.data) > 3 and allow_ports():
            obj.data = obj.data.lower()


class CallbackStrategy:
    def prepare_for_create(self, obj: Plain) -> None:
        audit(enabled)
        check = allow_ports
        if check():
            obj.data = obj.data.lower()
