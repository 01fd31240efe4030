from __future__ import annotations

from dataclasses import dataclass, field

from app import gates as g
from app.gates import Feature, enabled


@dataclass
class Meta:
    name: str = ""


@dataclass
class Spec:  # expect: unknown-feature-gate
    # +k8s:featureGate=Sail
    sail: str | None = None
    motor: str | None = None  # +featureGate=Motor,Anchor
    # +featureGate=Wing
    wing: str | None = None
    keel: int | None = field(default=None, metadata={"feature_gate": g.KEEL})


@dataclass
class Boat:
    metadata: Meta
    spec: Spec


class BoatStrategy:
    # expect: unknown-feature-gate
    def prepare_for_create(self, obj: Boat) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        self.drop(obj, old)

    def drop(self, obj: Boat, old: Boat | None) -> None:
        if not enabled(Feature.SAIL) and (old is None or old.spec.sail is None):
            obj.spec.sail = None
        if not (g.enabled(Feature.MOTOR) and g.gates.is_enabled("Anchor")) and (old is None or old.spec.motor is None):
            obj.spec.motor = None
        if not g.enabled("Wing") and (old is None or old.spec.wing is None):
            obj.spec.wing = None
        if not g.enabled(g.KEEL) and (old is None or old.spec.keel is None):
            obj.spec.keel = None


def outside() -> bool:  # expect: unknown-feature-gate
    return g.enabled("Rudder")


def elsewhere(plugins) -> bool:
    return plugins.enabled("audit") or plugins.is_enabled("Rudder")


def forgotten(boat: Boat) -> bool:  # expect: gate-not-called
    return bool(boat.spec.sail) and sail_allowed


def sail_allowed() -> bool:
    return enabled(Feature.SAIL)


def passed() -> list[bool]:
    return [check() for check in (sail_allowed,)]
