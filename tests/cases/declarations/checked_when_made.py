"""An object becomes what its validators and converters make of it: they change what it is given, refuse it, and look
at it. Objects that are copied or constructed without validation are not looked at."""

from dataclasses import dataclass, field
from typing import Annotated

import attr
import attrs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

SEEN: list[int] = []


@dataclass
class Meta:
    name: str = ""
    pumps: int = 0


@dataclass
class Status:
    depth: int = 0
    note: str = ""


@dataclass
class Well:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


def forget(value: int) -> int:
    return value * 0


class Forgotten(BaseModel):
    depth: Annotated[int, AfterValidator(forget)]


class Counted(BaseModel):
    depth: int = 0

    @field_validator("depth")
    @classmethod
    def note(cls, value):
        SEEN.append(value)
        return value


class Emptied(BaseModel):
    depth: int = 0

    @model_validator(mode="after")
    def empty(self):
        self.depth = 0
        return self


class Deep(BaseModel):
    depth: int = Field(ge=1)


class Loud(BaseModel):
    model_config = ConfigDict(str_to_upper=True)
    note: str = ""


class Changing(BaseModel):
    model_config = ConfigDict(validate_assignment=True)
    depth: int = 0

    @field_validator("depth")
    @classmethod
    def clear(cls, value):
        return 0


@attrs.define
class Converted:
    depth: int = attrs.field(converter=lambda value: 0)


def check(instance, attribute, value) -> None:
    if value < 0:
        raise ValueError(value)


@attrs.define
class Refusing:
    depth: int = attrs.field(validator=check)


@attr.s
class Told:
    depth = attr.ib(default=0, converter=int)
    copied = attr.ib()

    @copied.default
    def _copied(self):
        return self.depth


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, well: Well, old: Well) -> None:
        well.status = old.status


class ForgottenWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Forgotten(depth=well.status.depth).depth)


class CopiedForgottenWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Forgotten.model_construct(depth=well.status.depth).depth)


class UpdatedForgottenWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Forgotten(depth=1).model_copy(update={"depth": well.status.depth}).depth)


class CountedWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        Counted(depth=well.status.depth)
        well.status = Status(depth=SEEN[-1])


class EmptiedWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Emptied(depth=well.status.depth).depth)


class EmptiedMappingWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Emptied.model_validate({"depth": well.status.depth}).depth)


class DeepWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        depth = well.status.depth
        well.status = Status()
        try:
            Deep(depth=depth)
        except ValueError:
            well.status.note = "shallow"


class NeverShallowWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        sent, well.status = well.status, Status()
        deep = Deep(depth=well.metadata.pumps)
        if deep.depth < 1:
            well.status = sent


class LoudWellStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(note=Loud(note=well.status.note).note)


class ChangingWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        changing = Changing()
        changing.depth = well.status.depth
        well.status = Status(depth=changing.depth)


class ConvertedWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Converted(well.status.depth).depth)


class SetConvertedWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        converted = Converted(1)
        converted.depth = well.status.depth
        well.status = Status(depth=converted.depth)


class EvolvedWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=attrs.evolve(Converted(1), depth=well.status.depth).depth)


class RefusingWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        depth, well.status = well.status.depth, Status()
        try:
            Refusing(depth)
        except ValueError:
            well.status.note = "shallow"


class ToldWellStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Told(well.status.depth).copied)


class ToldNothingWellStrategy(Kept):
    def prepare_for_create(self, well: Well) -> None:
        well.status = Status(depth=Told(3).copied)
