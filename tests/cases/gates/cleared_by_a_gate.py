"""What a gate clears, off or on, by assignment or because a part is rebuilt without it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Stage:
    label: str = ""
    thrust: int = 0
    booster: Annotated[int | None, FeatureGate("Boost")] = None


@dataclass
class RocketSpec:
    weight: int = 0
    engines: int = 3
    crew: str | None = None
    boost: Annotated[int | None, FeatureGate("Boost")] = None
    stages: list[Stage] = field(default_factory=list)


@dataclass
class Rocket:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: RocketSpec = field(default_factory=RocketSpec)


def drop(obj: Rocket, old: Rocket | None) -> None:
    if enabled("Boost"):
        return
    if old is None or old.spec.boost is None:
        obj.spec.boost = None
    if old is None or all(stage.booster is None for stage in old.spec.stages):
        for stage in obj.spec.stages:
            stage.booster = None


class _Strategy:
    def prepare_for_create(self, obj: Rocket) -> None:
        drop(obj, None)
        self.finish(obj)

    def prepare_for_update(self, obj: Rocket, old: Rocket) -> None:
        drop(obj, old)

    def finish(self, obj: Rocket) -> None:
        """Nothing to do."""


class DroppingStrategy(_Strategy):
    pass


class OnClearsStrategy(_Strategy):  # expect: ungated-field-dropped[spec.crew]
    def finish(self, obj: Rocket) -> None:
        if enabled("Boost"):
            obj.spec.crew = None


class OnSetsStrategy(_Strategy):
    """A gate that is on may set a field that does not name it."""

    def finish(self, obj: Rocket) -> None:
        if enabled("Boost"):
            obj.spec.crew = "two"


class RebuiltStrategy(_Strategy):
    # expect: ungated-field-dropped[spec.crew], ungated-field-dropped[spec.stages]
    # unproven: ungated-field-dropped[spec.engines]
    """The spec is made anew, with all but what is wanted left out; the engines get their default."""

    def finish(self, obj: Rocket) -> None:
        if not enabled("Boost"):
            obj.spec = RocketSpec(weight=obj.spec.weight)


class RebuiltWhileOnStrategy(_Strategy):  # expect: ungated-field-dropped[spec.crew]
    def finish(self, obj: Rocket) -> None:
        spec = obj.spec
        if enabled("Boost"):
            obj.spec = RocketSpec(spec.weight, spec.engines, boost=spec.boost, stages=spec.stages)


class RebuiltElementsStrategy(_Strategy):  # expect: ungated-field-dropped[spec.stages[*].thrust]
    def finish(self, obj: Rocket) -> None:
        if not enabled("Boost"):
            obj.spec.stages = [Stage(label=stage.label) for stage in obj.spec.stages]


class RebuiltWholeStrategy(_Strategy):
    """Nothing is left out but what names the gate."""

    def finish(self, obj: Rocket) -> None:
        spec = obj.spec
        if not enabled("Boost"):
            obj.spec = RocketSpec(
                weight=spec.weight,
                engines=spec.engines,
                crew=spec.crew,
                stages=[replace(stage, booster=None) for stage in spec.stages],
            )


class RebuiltWhateverStrategy(_Strategy):
    # expect: gated-field-dropped-when-enabled[spec.boost], gated-field-dropped-when-enabled[spec.stages[*].booster]
    """No gate decides what is left out: another rule's business."""

    def finish(self, obj: Rocket) -> None:
        obj.spec = RocketSpec(weight=obj.spec.weight)


class ScaleStrategy:  # expect: ungated-field-dropped[spec.weight]
    subresource = "scale"

    def prepare_for_update(self, obj: Rocket, old: Rocket) -> None:
        drop(obj, old)
        if not enabled("Boost"):
            obj.spec.weight = 0


class CarefulScaleStrategy:
    subresource = "scale"

    def prepare_for_update(self, obj: Rocket, old: Rocket) -> None:
        drop(obj, old)


class RocketStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    """A status strategy answers for the status: what it does to the spec is another rule's business."""

    def prepare_for_update(self, obj: Rocket, old: Rocket) -> None:
        obj.spec = old.spec
        if not enabled("Boost"):
            obj.spec.weight = 0
