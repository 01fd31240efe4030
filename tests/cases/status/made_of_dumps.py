"""Statuses made of what was dumped of the stored one: what a dump leaves out is lost, and nobody chose it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from pydantic import BaseModel, Field


class Meta(BaseModel):
    generation: int = 0


class TideStatus(BaseModel):
    height: int = 0
    gauge: str = Field("", exclude=True)


class Tide(BaseModel):
    metadata: Meta = Meta()
    status: TideStatus = TideStatus()


class CurrentStatus(BaseModel):
    speed: int = 0
    course: list[int] = []


class Current(BaseModel):
    metadata: Meta = Meta()
    status: CurrentStatus = CurrentStatus()


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class SwellStatus:
    period: int = 0
    crests: list[int] = field(default_factory=list)


@dataclass
class Swell:
    metadata: Metadata = field(default_factory=Metadata)
    status: SwellStatus = field(default_factory=SwellStatus)


class ExcludedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Tide) -> None:
        obj.status = TideStatus()

    def prepare_for_update(self, ctx, obj: Tide, old: Tide) -> None:
        obj.status = TideStatus(**old.status.model_dump())


class ExcludedAndValidatedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Tide) -> None:
        obj.status = TideStatus()

    def prepare_for_update(self, ctx, obj: Tide, old: Tide) -> None:
        obj.status = TideStatus.model_validate(old.status.model_dump())


class ExcludedAndPutBackStrategy:
    def prepare_for_create(self, ctx, obj: Tide) -> None:
        obj.status = TideStatus()

    def prepare_for_update(self, ctx, obj: Tide, old: Tide) -> None:
        obj.status = TideStatus(**old.status.model_dump(), gauge=old.status.gauge)


class WholeStrategy:
    def prepare_for_create(self, ctx, obj: Current) -> None:
        obj.status = CurrentStatus()

    def prepare_for_update(self, ctx, obj: Current, old: Current) -> None:
        obj.status = CurrentStatus(**old.status.model_dump())


class SetStrategy:
    def prepare_for_create(self, ctx, obj: Current) -> None:
        obj.status = CurrentStatus()

    def prepare_for_update(self, ctx, obj: Current, old: Current) -> None:
        obj.status = CurrentStatus(**old.status.model_dump(exclude_unset=True))


class LeftOutStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Current) -> None:
        obj.status = CurrentStatus()

    def prepare_for_update(self, ctx, obj: Current, old: Current) -> None:
        obj.status = CurrentStatus(**old.status.model_dump(exclude={"speed"}))


class IncludedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Current) -> None:
        obj.status = CurrentStatus()

    def prepare_for_update(self, ctx, obj: Current, old: Current) -> None:
        obj.status = CurrentStatus(**old.status.model_dump(include={"speed"}))


class TakenOutStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, obj: Swell) -> None:
        obj.status = SwellStatus()

    def prepare_for_update(self, ctx, obj: Swell, old: Swell) -> None:
        kept = asdict(old.status)
        del kept["crests"]
        obj.status = SwellStatus(**kept)


class AsMappingStrategy:
    def prepare_for_create(self, ctx, obj: Swell) -> None:
        obj.status = SwellStatus()

    def prepare_for_update(self, ctx, obj: Swell, old: Swell) -> None:
        obj.status = SwellStatus(**asdict(old.status))
