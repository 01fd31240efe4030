import sys
from dataclasses import dataclass, make_dataclass

Point = make_dataclass("Point", [("x", int), ("y", int)])

if sys.version_info >= (3, 8):
    from typing import Literal
else:
    from typing_extensions import Literal

try:
    from typing import Annotated
except ImportError:
    from typing_extensions import Annotated

VERSION = "1"
LEVELS = ["low", "high"]


def helper():
    class Local:
        inside: int

    return Local


@dataclass
class Real:  # holds: hub-type-differs
    level: Literal["low", "high"]
    size: Annotated[int, "bytes"]


class RealError(Exception):
    """Not a type of the API."""


class Reader:
    """Behaviour only."""

    def read(self):
        return None
