"""Specs compared by dumps that leave out what is unset: where a field is left out of both, both have it unset."""

from __future__ import annotations

from typing import Any, Optional

from pydantic import BaseModel, Field


class Meta(BaseModel):
    generation: int = 0


class Rope(BaseModel):
    length: int = 0
    colour: Optional[str] = None


class ShipSpec(BaseModel):
    masts: int = 2
    flag: Optional[str] = None
    ropes: list[Rope] = Field(default_factory=list)
    anchor: Optional[Rope] = None


class Ship(BaseModel):
    metadata: Meta
    spec: ShipSpec


class ShipRegistry:
    def prepare_for_create(self, obj: Ship) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Ship, old: Ship) -> None:
        if self.told(obj.spec) != self.told(old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def told(self, spec: ShipSpec) -> Any:
        return spec


class WithoutNoneStrategy(ShipRegistry):
    def told(self, spec: ShipSpec) -> Any:
        return spec.model_dump(exclude_none=True)


class WithoutNoneAsTextsStrategy(ShipRegistry):
    def told(self, spec: ShipSpec) -> Any:
        return spec.model_dump(exclude_none=True, mode="json")


class WithoutDefaultsStrategy(ShipRegistry):
    def told(self, spec: ShipSpec) -> Any:
        return spec.model_dump(exclude_defaults=True)


class WithoutFlagStrategy(ShipRegistry):  # expect: generation-not-bumped-on-spec-change
    def told(self, spec: ShipSpec) -> Any:
        return spec.model_dump(exclude_none=True, exclude={"flag"})


class WithoutZerosStrategy(ShipRegistry):  # expect: generation-not-bumped-on-spec-change
    """An empty flag is told like none."""

    def told(self, spec: ShipSpec) -> Any:
        return {name: value for name, value in spec.model_dump().items() if value}
