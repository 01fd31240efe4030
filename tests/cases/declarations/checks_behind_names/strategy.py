"""A validator works wherever it is written: in an alias, in one of another module, around another alias, under a new
type, inside a container, in a configuration that a base or a name holds."""

from dataclasses import dataclass, field
from typing import Annotated, Optional

import attrs
import pydantic
import soil
from pydantic import AfterValidator as Then
from pydantic import BaseModel, Field, SkipValidation, field_validator
from soil import (
    CHECKED,
    PROBES,
    Bed,
    Damp,
    Damper,
    Dry,
    DryBefore,
    DryInstead,
    Level,
    Probed,
    ProbedThenDry,
    dry,
    probed,
)


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    moisture: int = 0
    note: str = ""


@dataclass
class Garden:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, garden: Garden, old: Garden) -> None:
        garden.status = old.status


class ProbedPot(BaseModel):
    water: Probed


class ProbedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        ProbedPot(water=garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


class DryPot(BaseModel):
    water: soil.Dry


class DryStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=DryPot(water=garden.status.moisture).water)


class ProbedThenDryPot(BaseModel):
    water: ProbedThenDry


class DryInTheEndStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=ProbedThenDryPot(water=garden.status.moisture).water)


class ProbedFirstStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        ProbedThenDryPot(water=garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


class DryBeforePot(BaseModel):
    water: DryBefore


class ProbedAfterDryStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        DryBeforePot(water=sent.moisture)
        garden.status = Status(moisture=PROBES[-1])


class DryInsteadPot(BaseModel):
    water: DryInstead


class NeverProbedStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        PROBES.clear()
        DryInsteadPot(water=sent.moisture)
        garden.status = Status(moisture=len(PROBES))


class LevelPot(BaseModel):
    water: Level


class LevelStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        LevelPot(water=garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


class MaybePot(BaseModel):
    water: Optional[Dry] = None


class MaybeDryStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=MaybePot(water=garden.status.moisture).water or 0)


class RowOfPots(BaseModel):
    waters: list[Probed]


class RowStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        RowOfPots(waters=[sent.moisture])
        garden.status = Status(moisture=PROBES[-1])


class DampPot(BaseModel):
    water: Damp


class DamperPot(BaseModel):
    water: Damper


class DampStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        try:
            DampPot(water=sent.moisture)
        except ValueError:
            garden.status.note = "dry"


class DamperStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        try:
            DamperPot(water=sent.moisture)
        except ValueError:
            garden.status.note = "dry"


class SkippedPot(BaseModel):
    water: SkipValidation[Dry]


class SkippedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=SkippedPot(water=garden.status.moisture).water)


@dataclass
class BarePot:
    water: Dry

    @field_validator("water")
    @classmethod
    def dried(cls, value: int) -> int:
        return 0


class BarePotStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=BarePot(water=garden.status.moisture).water)


@pydantic.dataclasses.dataclass
class WatchedPot:
    water: Dry


class WatchedPotStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=WatchedPot(water=garden.status.moisture).water)


class ShelfStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        sent, garden.status = garden.status, Status()
        Shelf(pot={"water": sent.moisture})
        garden.status = Status(moisture=PROBES[-1])


class Shelf(BaseModel):
    pot: ProbedPot


class RenamedPot(BaseModel):
    water: Annotated[int, Then(probed)]


class RenamedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        RenamedPot(water=garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


class AssignedPot(BaseModel):
    water: int
    _dried = field_validator("water")(dry)


class AssignedStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=AssignedPot(water=garden.status.moisture).water)


class Drying:
    @field_validator("water", check_fields=False)
    @classmethod
    def dried(cls, value: int) -> int:
        return probed(value)


class MixedPot(Drying, BaseModel):
    water: int


class MixedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        MixedPot(water=garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


class BedOfPots(Bed):
    water: Dry = 0


class NamedBed(BaseModel):
    model_config = CHECKED
    water: Dry = 0


class UncheckedBed(Bed, validate_assignment=False):
    water: Dry = 0


class BedStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        bed = BedOfPots()
        bed.water = garden.status.moisture
        garden.status = Status(moisture=bed.water)


class NamedBedStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        bed = NamedBed()
        bed.water = garden.status.moisture
        garden.status = Status(moisture=bed.water)


class UncheckedBedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        bed = UncheckedBed()
        bed.water = garden.status.moisture
        garden.status = Status(moisture=bed.water)


@attrs.define
class LoosePot:
    water: int = attrs.field(default=0, converter=dry, on_setattr=attrs.setters.NO_OP)


class LoosePotStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        pot = LoosePot()
        pot.water = garden.status.moisture
        garden.status = Status(moisture=pot.water)


@attrs.define
class PipedPot:
    water: int = attrs.field(converter=attrs.converters.pipe(probed, dry))


class PipedStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        garden.status = Status(moisture=PipedPot(garden.status.moisture).water)


class PipedProbeStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        PipedPot(garden.status.moisture)
        garden.status = Status(moisture=PROBES[-1])


@attrs.define
class NotedPot:
    water: int = attrs.field(default=0, validator=lambda pot, attribute, value: PROBES.append(value))


class NotedStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, garden: Garden) -> None:
        pot = NotedPot()
        pot.water = garden.status.moisture
        garden.status = Status(moisture=PROBES[-1])


class DefaultPot(BaseModel):
    water: Probed = Field(3, validate_default=True)


class LastProbeIsTheDefaultStrategy(Kept):
    def prepare_for_create(self, garden: Garden) -> None:
        PROBES.append(garden.status.moisture)
        garden.status = Status()
        DefaultPot()
        garden.status.moisture = PROBES[-1]
