from dataclasses import dataclass
from typing import Literal


class RealWarning(Exception):
    """Not a type of the API, so that the hub needs none."""


@dataclass
class Real:
    level: Literal["high", "low"]
    size: int
