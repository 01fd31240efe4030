"""Models that are made again of what was set of them: what nobody set is as it is by default, and drops nothing."""

from __future__ import annotations

from typing import Annotated, Optional

from pydantic import BaseModel, Field


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


def enabled(gate: str) -> bool:
    return bool(gate)


class ObjectMeta(BaseModel):
    name: str = ""
    generation: int = 0


class KilnSpec(BaseModel):
    heat: int = 0
    glaze: Annotated[Optional[str], FeatureGate("Glazing")] = None


class KilnStatus(BaseModel):
    phase: str = ""


class Kiln(BaseModel):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: KilnSpec = Field(default_factory=KilnSpec)
    status: KilnStatus = Field(default_factory=KilnStatus)


class Fires:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.metadata.generation = 1
        self.drop(obj, None)

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> Kiln | None:
        self.drop(obj, old)
        self.bump(obj, old)
        obj.status = old.status
        return None

    def drop(self, obj: Kiln, old: Kiln | None) -> None:
        if not enabled("Glazing") and (old is None or old.spec.glaze is None):
            obj.spec.glaze = None

    def bump(self, obj: Kiln, old: Kiln) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class DefaultsStrategy(Fires):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> Kiln:
        self.drop(obj, old)
        self.bump(obj, old)
        return Kiln.model_validate({**obj.model_dump(exclude_defaults=True), "status": old.status})


class UndroppedStrategy(Fires):  # expect: gated-field-not-dropped[spec.glaze]
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> Kiln:
        self.bump(obj, old)
        return Kiln.model_validate({**obj.model_dump(exclude_unset=True), "status": old.status})


class WithoutGlazeStrategy(Fires):
    # expect: gated-field-dropped-in-use[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> Kiln:
        self.drop(obj, old)
        sent = obj.model_dump(exclude_unset=True, exclude={"spec": {"glaze"}})
        stored = Kiln.model_validate({**sent, "status": old.status})
        self.bump(stored, old)
        return stored
