import enum
from dataclasses import dataclass


class Door(str, enum.Enum):
    """What a door does."""

    OPEN = "open"
    SHUT = "shut"

    @property
    def passable(self) -> bool:
        return self is Door.OPEN


@dataclass
class Lift:  # holds: hub-type-differs
    door: Door
    other: Door | None = None
