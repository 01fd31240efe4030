from dataclasses import dataclass
from enum import Enum, Flag, IntEnum


class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Lane(Enum):
    FAST = "fast"
    MIDDLE = "middle"
    SLOW = "slow"


class Level(IntEnum):
    LOW = 1
    HIGH = 3


class Mode(Flag):
    READ = 1
    WRITE = 2


@dataclass
class Light:
    colour: Colour
    side: Side
    lane: Lane
    level: Level
    mode: Mode
