"""What is left of some values while a gate is off, and of others not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class Meta:
    name: str = ""


@dataclass
class KilnSpec:
    glaze: Annotated[int | None, FeatureGate("Glaze")] = None
    heat: int = 0
    racks: int = 0


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)


class Base:
    def prepare_for_create(self, obj: Kiln) -> None:
        if not enabled("Glaze"):
            obj.spec.glaze = None
            self.limit(obj.spec)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if not enabled("Glaze") and old.spec.glaze is None:
            obj.spec.glaze = None

    def limit(self, spec: KilnSpec) -> None:
        """Nothing here."""


class NoHeatStrategy(Base):  # unproven: ungated-field-dropped[spec.heat]
    def limit(self, spec: KilnSpec) -> None:
        spec.heat = min(spec.heat, 0)


class LessHeatStrategy(Base):
    def limit(self, spec: KilnSpec) -> None:
        spec.heat = spec.heat - 1


class MoreRacksStrategy(Base):
    def limit(self, spec: KilnSpec) -> None:
        spec.racks = spec.racks * 2
