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


class Hull(BaseModel):
    planks: int = 40
    rope: Rope = Field(default_factory=Rope)
    draught: Optional[int] = 3


class Boat(BaseModel):
    metadata: Meta
    spec: Hull


class HullWithoutDefaultsStrategy(ShipRegistry):
    """A rope that is as ropes are is left out of both."""

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:  # type: ignore[override]
        if obj.spec.model_dump(exclude_defaults=True) != old.spec.model_dump(exclude_defaults=True):
            obj.metadata.generation = old.metadata.generation + 1


class HullWithoutDefaultsAnewStrategy(ShipRegistry):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:  # type: ignore[override]
        changed = obj.spec != old.spec
        obj.spec = Hull(**obj.spec.model_dump(exclude_defaults=True))
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class HullWithoutNoneAnewStrategy(ShipRegistry):  # expect: generation-compared-too-early
    """No draught becomes one of three."""

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:  # type: ignore[override]
        changed = obj.spec != old.spec
        obj.spec = Hull(**obj.spec.model_dump(exclude_none=True))
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class BoatWithoutNoneAnewStrategy(ShipRegistry):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Boat, old: Boat) -> Boat:  # type: ignore[override]
        made = Boat.model_validate(obj.model_dump(exclude_none=True))
        made.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
        return made


class FieldsThatWereSetAnewStrategy(ShipRegistry):
    """Numbers that nobody set are as they are in any new one."""

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:  # type: ignore[override]
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        kept = obj.spec.model_dump(exclude_unset=True, exclude={"rope"})
        obj.spec = Hull(**kept, rope=obj.spec.rope)
