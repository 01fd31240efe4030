"""Models remember which fields they were given; equal ones may have been given other fields."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Meta(BaseModel):
    generation: int = 0


class FerrySpec(BaseModel):
    berth: str = ""
    decks: int = 1


class Ferry(BaseModel):
    metadata: Meta = Field(default_factory=Meta)
    spec: FerrySpec = Field(default_factory=FerrySpec)


class Sailing:
    def prepare_for_create(self, obj: Ferry) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        if obj.spec != old.spec or self.is_other(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def is_other(self, new: FerrySpec, old: FerrySpec) -> bool:
        return False


class OtherFieldsStrategy(Sailing):  # unproven: generation-bumped-without-spec-change
    def is_other(self, new: FerrySpec, old: FerrySpec) -> bool:
        return new.model_fields_set != old.model_fields_set


class NamedNowStrategy(Sailing):  # unproven: generation-bumped-without-spec-change
    def is_other(self, new: FerrySpec, old: FerrySpec) -> bool:
        return "berth" in new.model_fields_set and "berth" not in old.model_fields_set


class AnotherBerthStrategy(Sailing):
    def is_other(self, new: FerrySpec, old: FerrySpec) -> bool:
        return "berth" in new.model_fields_set and new.berth != old.berth


class GivenStrategy(Sailing):
    def prepare_for_update(self, obj: Ferry, old: Ferry) -> None:
        if "berth" not in obj.spec.model_fields_set:
            obj.spec.berth = old.spec.berth
        super().prepare_for_update(obj, old)
