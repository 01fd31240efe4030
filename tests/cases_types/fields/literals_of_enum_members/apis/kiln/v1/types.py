from dataclasses import dataclass
from enum import Enum
from typing import Literal


class Glaze(str, Enum):
    MATT = "matt"
    GLOSS = "gloss"


class Finish(str, Enum):
    MATT = "matt"
    GLOSS = "gloss"
    SATIN = "satin"


class Heat(Enum):
    LOW = 1
    HIGH = 3


@dataclass
class Clay:
    grams: int


@dataclass
class Slip:
    grams: int


@dataclass
class Vase:
    glaze: Literal[Glaze.MATT]
    either: Literal[Glaze.GLOSS, Glaze.MATT] | None
    two_enums: Literal[Finish.MATT, Glaze.MATT]
    body: list[Slip] | list[Clay]


@dataclass
class Bowl:
    glaze: Literal[Glaze.GLOSS]
    enum: Literal[Finish.GLOSS]
    text: Literal["matt"]


@dataclass
class Tile:
    heat: Literal[Heat.LOW]
