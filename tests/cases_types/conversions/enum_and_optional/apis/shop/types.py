from __future__ import annotations

import enum
from dataclasses import dataclass


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass
class Cup:
    size: Size = Size.SMALL
    lid: bool | None = None
