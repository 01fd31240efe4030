"""Fields that go by another name: an object is made by the alias, and a name that nobody takes is passed over."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Meta(BaseModel):
    generation: int = 0


class LampSpec(BaseModel):
    colour: str = Field("", alias="color")


class LampStatus(BaseModel):
    hours: int = Field(0, alias="hoursOn")
    broken: bool = False


class Lamp(BaseModel):
    metadata: Meta
    spec: LampSpec
    status: LampStatus


class ByNameStrategy:  # expect: status-not-kept-on-update
    # The name is nobody's, so that nothing of what the caller sent is taken over.
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus(hours=obj.status.hours)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = LampStatus(hours=old.status.hours, broken=old.status.broken)
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class ByAliasStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus(hoursOn=obj.status.hours)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = LampStatus(**old.status.model_dump(by_alias=True))
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class OverlaidStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.status = LampStatus.model_validate({**obj.status.model_dump(by_alias=True), "hours": 0, "broken": False})
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = LampStatus(**old.status.model_dump())
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class LampStatusStrategy:
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.spec = LampSpec.model_validate(old.spec.model_dump(by_alias=True))
        obj.metadata = old.metadata


class ByNameStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.spec = LampSpec.model_validate(old.spec.model_dump())
        obj.metadata = old.metadata


class SocketSpec(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    volts: int = Field(0, alias="voltage")


class Socket(BaseModel):
    metadata: Meta
    spec: SocketSpec


class SocketStatusStrategy:
    def prepare_for_update(self, obj: Socket, old: Socket) -> None:
        obj.spec = SocketSpec(**old.spec.model_dump())
        obj.metadata = old.metadata


def upper(name: str) -> str:
    return name.upper()


class FuseSpec(BaseModel):
    model_config = ConfigDict(alias_generator=upper)
    amperes: int = 0


class Fuse(BaseModel):
    metadata: Meta
    spec: FuseSpec


class FuseStatusStrategy:  # unproven: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Fuse, old: Fuse) -> None:
        obj.spec = FuseSpec(**old.spec.model_dump())
        obj.metadata = old.metadata
