"""Fields that carry one gate are one feature; others may be asked about, but don't belong to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class SailSpec:
    area: int = 0
    colour: str | None = None
    reef: Annotated[int | None, FeatureGate("Reefing")] = None
    points: Annotated[list[str] | None, FeatureGate("Reefing")] = None


@dataclass
class SailStatus:
    reefed: Annotated[bool | None, FeatureGate("Reefing")] = None


@dataclass
class Sail:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: SailSpec = field(default_factory=SailSpec)
    status: SailStatus = field(default_factory=SailStatus)


class _Strategy:
    def prepare_for_create(self, obj: Sail) -> None:
        obj.status = SailStatus()
        if not enabled("Reefing"):
            obj.spec.reef = obj.spec.points = None

    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if enabled("Reefing") or self.in_use(old):
            return
        obj.spec.reef = obj.spec.points = None

    def in_use(self, old: Sail) -> bool:
        raise NotImplementedError


class AnyOfThemStrategy(_Strategy):
    def in_use(self, old: Sail) -> bool:
        return old.spec.reef is not None or bool(old.spec.points)


class StatusTooStrategy(_Strategy):
    """The feature has a field in the status, too."""

    def in_use(self, old: Sail) -> bool:
        return old.spec.reef is not None or bool(old.spec.points) or old.status.reefed is not None


class OneOfThemStrategy(_Strategy):  # expect: gated-field-dropped-in-use[spec.points]
    """Keeps what the old object does not use, which is fine, and drops what it does."""

    def in_use(self, old: Sail) -> bool:
        return old.spec.reef is not None


class AnotherFieldStrategy(_Strategy):
    # unproven: gated-field-not-dropped[spec.reef], gated-field-not-dropped[spec.points]
    # expect: gated-field-dropped-in-use[spec.reef], gated-field-dropped-in-use[spec.points]
    """Asks about a field that carries no gate."""

    def in_use(self, old: Sail) -> bool:
        return old.spec.colour is not None


class AnotherFieldBesidesStrategy(_Strategy):
    # unproven: gated-field-not-dropped[spec.reef], gated-field-not-dropped[spec.points]
    def in_use(self, old: Sail) -> bool:
        return old.spec.colour is not None or old.spec.reef is not None or old.spec.points is not None


class NeverStrategy(_Strategy):
    # expect: gated-field-not-dropped[spec.reef], gated-field-not-dropped[spec.points]
    """What is asked about another field changes nothing: nothing is dropped on update."""

    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if old.spec.colour is None:
            obj.spec.colour = "white"


class EachAloneStrategy(_Strategy):
    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if not enabled("Reefing"):
            if old.spec.reef is None:
                obj.spec.reef = None
            if old.spec.points is None:
                obj.spec.points = None


class EmptyIsNoneStrategy(_Strategy):
    """An empty optional list may be read as nothing."""

    def prepare_for_update(self, obj: Sail, old: Sail) -> None:
        obj.status = old.status
        if not enabled("Reefing"):
            if old.spec.reef is None:
                obj.spec.reef = None
            if not old.spec.points:
                obj.spec.points = []
