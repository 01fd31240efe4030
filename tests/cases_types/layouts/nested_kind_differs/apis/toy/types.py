from dataclasses import dataclass

from pydantic import BaseModel


class Wheel(BaseModel):  # expect: hub-type-differs
    size: int


@dataclass
class Truck:
    wheels: list[Wheel]
