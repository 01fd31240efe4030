"""The ways in which a class can be declared."""

from typing import Literal

Form = Literal["dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "plain", "enum", "protocol"]
