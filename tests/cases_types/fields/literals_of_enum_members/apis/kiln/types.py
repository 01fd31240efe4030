from dataclasses import dataclass
from enum import Enum
from typing import Literal


class Glaze(str, Enum):  # holds: hub-type-differs
    MATT = "matt"
    GLOSS = "gloss"


class Finish(str, Enum):  # holds: hub-type-differs
    MATT = "matt"
    GLOSS = "gloss"
    SATIN = "satin"


class Heat(Enum):
    LOW = 1
    HIGH = 2  # expect: hub-type-differs[HIGH]


@dataclass
class Clay:
    grams: int


@dataclass
class Slip:
    grams: int


@dataclass
class Vase:  # holds: hub-type-differs
    glaze: Literal[Glaze.MATT]
    either: Literal[Glaze.MATT, Glaze.GLOSS, None]
    two_enums: Literal[Glaze.MATT, Finish.MATT]
    body: list[Clay] | list[Slip]


@dataclass
class Bowl:
    glaze: Literal[Glaze.MATT]  # expect: hub-type-differs[glaze]
    enum: Literal[Glaze.GLOSS]  # expect: hub-type-differs[enum]
    text: Literal[Finish.MATT]  # expect: hub-type-differs[text]


@dataclass
class Tile:
    heat: Literal[Heat.LOW]
