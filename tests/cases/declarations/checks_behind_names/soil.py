"""Types of values, with what is made of each when an object is given it."""

from typing import Annotated, NewType

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, conint

PROBES: list[int] = []
CHECKED = ConfigDict(validate_assignment=True)


def probed(value: int) -> int:
    PROBES.append(value)
    return value


def dry(value: int) -> int:
    return 0


Probed = Annotated[int, AfterValidator(probed)]
Dry = Annotated[int, AfterValidator(dry)]
ProbedThenDry = Annotated[Probed, AfterValidator(dry)]
DryBefore = Annotated[int, AfterValidator(probed), BeforeValidator(dry)]
DryInstead = Annotated[int, AfterValidator(probed), PlainValidator(dry)]
Level = NewType("Level", Probed)
Damp = Annotated[int, Field(ge=1)]
Damper = conint(ge=1)


class Bed(BaseModel):
    model_config = ConfigDict(validate_assignment=True)
