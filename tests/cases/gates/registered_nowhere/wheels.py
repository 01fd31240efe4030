"""Gates that nobody registers: they are told once, and decide nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WheelSpec:
    spokes: int = 0
    treadle: Annotated[int | None, FeatureGate("Treadle")] = None


@dataclass
class Wheel:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WheelSpec = field(default_factory=WheelSpec)


@dataclass
class SpindleSpec:  # expect: unknown-feature-gate[bobbin], unknown-feature-gate[flyer]
    bobbin: Annotated[int | None, FeatureGate("Bobin")] = None
    # +k8s:featureGate=Treadle,Flyer
    flyer: int | None = None


@dataclass
class Spindle:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: SpindleSpec = field(default_factory=SpindleSpec)


class MistypedCheckStrategy:
    # expect: unknown-feature-gate
    # unproven: gated-field-not-dropped[spec.treadle], gated-field-dropped-when-enabled[spec.treadle]
    # unproven: ungated-field-dropped[spec.treadle]
    """What is wrong is told once: of the name."""

    def prepare_for_create(self, obj: Wheel) -> None:
        if not enabled("Tredle"):
            obj.spec.treadle = None

    def prepare_for_update(self, obj: Wheel, old: Wheel) -> None:
        if not enabled("Tredle") and old.spec.treadle is None:
            obj.spec.treadle = None


class OtherFieldStrategy:  # expect: unknown-feature-gate, ungated-field-dropped[spec.spokes]
    """What it clears does not name it, registered or not."""

    def prepare_for_create(self, obj: Wheel) -> None:
        if not enabled("Treadle"):
            obj.spec.treadle = None
        if not enabled("Spokes"):
            obj.spec.spokes = 0

    def prepare_for_update(self, obj: Wheel, old: Wheel) -> None:
        if not enabled("Treadle") and old.spec.treadle is None:
            obj.spec.treadle = None


class NeverDroppedStrategy:  # expect: unknown-feature-gate, gated-field-not-dropped[spec.treadle]
    """Whether the unknown gate is on or off, nothing is dropped."""

    def prepare_for_create(self, obj: Wheel) -> None:
        if enabled("Spokes"):
            obj.spec.spokes = 8

    def prepare_for_update(self, obj: Wheel, old: Wheel) -> None:
        if not enabled("Treadle") and old.spec.treadle is None:
            obj.spec.treadle = None


class MistypedTagStrategy:
    # unproven: gated-field-not-dropped[spec.bobbin], gated-field-dropped-when-enabled[spec.bobbin]
    # unproven: ungated-field-dropped[spec.bobbin]
    # expect: gated-field-not-dropped[spec.flyer]
    """The check's gate is registered, the tag's is not; the flyer stays whatever its second gate says."""

    def prepare_for_create(self, obj: Spindle) -> None:
        if not enabled("Bobbin"):
            obj.spec.bobbin = None

    def prepare_for_update(self, obj: Spindle, old: Spindle) -> None:
        if not enabled("Bobbin") and old.spec.bobbin is None:
            obj.spec.bobbin = None
