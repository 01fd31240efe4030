"""Pydantic models of derived classes: a dump tells of a field what its declared class has."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ObjectMeta(BaseModel):
    name: str = ""
    generation: int = 0


class Motor(BaseModel):
    power: int = 0


class ElectricMotor(Motor):
    volts: int = 0


class MineSpec(BaseModel):
    motor: Motor = Field(default_factory=Motor)
    depth: int = 0


class MineStatus(BaseModel):
    flooded: bool = False


class Mine(BaseModel):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: MineSpec = Field(default_factory=MineSpec)
    status: MineStatus = Field(default_factory=MineStatus)


class Dug:
    def prepare_for_create(self, obj: Mine) -> None:
        obj.status = MineStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Mine, old: Mine) -> None:
        obj.spec, obj.status = old.spec, old.status


class ComparedStrategy(Dug):
    def prepare_for_update(self, obj: Mine, old: Mine) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class CopiedStrategy(Dug):
    def prepare_for_update(self, obj: Mine, old: Mine) -> None:
        obj.status = old.status
        spec = old.spec.model_copy(update={"motor": obj.spec.motor, "depth": obj.spec.depth})
        if spec != old.spec:
            obj.metadata.generation += 1


class DumpedStrategy(Dug):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Mine, old: Mine) -> None:
        obj.status = old.status
        if obj.spec.model_dump() != old.spec.model_dump():
            obj.metadata.generation += 1
