import enum
from dataclasses import dataclass


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


class Side(str, enum.Enum):  # expect: hub-type-differs
    LEFT = "left"
    RIGHT = "right"


class Lane(enum.Enum):  # expect: hub-type-differs[MIDDLE]
    FAST = "fast"
    SLOW = "slow"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2  # expect: hub-type-differs[HIGH]


class Mode(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass
class Light:
    colour: Colour
    side: Side
    lane: Lane
    level: Level
    mode: Mode
