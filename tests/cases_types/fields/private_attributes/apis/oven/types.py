from typing import ClassVar

from pydantic import BaseModel, PrivateAttr


class Oven(BaseModel):  # holds: hub-type-differs
    versions: ClassVar[list[str]] = []
    name: str
    _cache: dict[str, int] = PrivateAttr(default_factory=dict)
    power: int = 0
