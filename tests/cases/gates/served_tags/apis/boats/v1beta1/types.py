"""Another version: its tags count for nothing but itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Hull:
    # +k8s:featureGate=Paint
    paint: str | None = None


@dataclass
class BoatSpec:
    sail: Annotated[str | None, FeatureGate("Sails")] = None
    oar: Annotated[str | None, FeatureGate("Oars")] = None
    hull: Hull = field(default_factory=Hull)


@dataclass
class Boat:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BoatSpec = field(default_factory=BoatSpec)
