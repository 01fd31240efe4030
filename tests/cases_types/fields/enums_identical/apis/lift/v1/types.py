from dataclasses import dataclass
from enum import Enum
from typing import Optional


class Door(str, Enum):
    OPEN = "open"
    SHUT = "shut"


@dataclass
class Lift:
    door: Door
    other: Optional[Door] = None
