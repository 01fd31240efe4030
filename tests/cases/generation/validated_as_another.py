"""Specs that are validated before they are compared: as their own type, as one that has all of their fields, and as
ones that have some."""

from __future__ import annotations

from pydantic import BaseModel, Field, TypeAdapter


class ObjectMeta(BaseModel):
    name: str = ""
    generation: int = 0


class Anchor(BaseModel):
    kind: str = ""
    weight: int = 0


class MooringSpec(BaseModel):
    buoy: str = ""
    depth: int = 0
    anchor: Anchor = Field(default_factory=Anchor)
    lines: list[Anchor] = Field(default_factory=list)


class Mooring(BaseModel):
    metadata: ObjectMeta = Field(default_factory=ObjectMeta)
    spec: MooringSpec = Field(default_factory=MooringSpec)


class Twin(BaseModel):
    buoy: str = ""
    depth: int = 0
    anchor: Anchor = Field(default_factory=Anchor)
    lines: list[Anchor] = Field(default_factory=list)


class Short(BaseModel):
    buoy: str = ""
    depth: int = 0
    anchor: Anchor = Field(default_factory=Anchor)


class Kind(BaseModel):
    kind: str = ""


class Light(BaseModel):
    buoy: str = ""
    depth: int = 0
    anchor: Kind = Field(default_factory=Kind)
    lines: list[Anchor] = Field(default_factory=list)


class Knotted(BaseModel):
    buoy: str = ""
    depth: int = 0
    anchor: Anchor = Field(default_factory=Anchor)
    lines: list[Kind] = Field(default_factory=list)


class Numbered:  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_create(self, obj: Mooring) -> None:
        obj.metadata.generation = 1

    def bump(self, obj: Mooring, old: Mooring, is_changed: bool) -> None:
        obj.metadata.generation = old.metadata.generation + (1 if is_changed else 0)


class AsItIsStrategy(Numbered):
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        whole = TypeAdapter(MooringSpec)
        self.bump(obj, old, whole.validate_python(obj.spec) != whole.validate_python(old.spec))


class TwinStrategy(Numbered):
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        sent, stored = (Twin.model_validate(each.spec, from_attributes=True) for each in (obj, old))
        self.bump(obj, old, sent != stored)


class TwinOfDumpsStrategy(Numbered):
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        self.bump(obj, old, Twin(**obj.spec.model_dump()) != Twin(**old.spec.model_dump()))


class LinesLeftOutStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        sent, stored = (Short.model_validate(each.spec, from_attributes=True) for each in (obj, old))
        self.bump(obj, old, sent != stored)


class AdaptedStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        short = TypeAdapter(Short)
        sent, stored = (short.validate_python(each.spec, from_attributes=True) for each in (obj, old))
        self.bump(obj, old, sent != stored)


class DumpedStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        self.bump(obj, old, Short.model_validate(obj.spec.model_dump()) != Short.model_validate(old.spec.model_dump()))


class SpreadStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        self.bump(obj, old, Short(**dict(obj.spec)) != Short(**dict(old.spec)))


class WeightLeftOutStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        self.bump(obj, old, Light(**obj.spec.model_dump()) != Light(**old.spec.model_dump()))


class WeightsOfLinesLeftOutStrategy(Numbered):
    # unproven: generation-not-bumped-on-spec-change[metadata.generation]
    # unproven: generation-bumped-without-spec-change[metadata.generation]
    def prepare_for_update(self, obj: Mooring, old: Mooring) -> None:
        self.bump(obj, old, Knotted(**obj.spec.model_dump()) != Knotted(**old.spec.model_dump()))
