import pydantic
from pydantic.dataclasses import dataclass


@dataclass
class Loaf:
    grams: int


class Roll(pydantic.BaseModel):
    grams: int


@pydantic.dataclasses.dataclass(frozen=True)
class Bun:
    grams: int
