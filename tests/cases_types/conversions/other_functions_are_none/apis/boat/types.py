from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Sail:
    area: int


@dataclass
class Boat:  # holds: hub-type-differs
    name: str
    sail: Sail | None = None
