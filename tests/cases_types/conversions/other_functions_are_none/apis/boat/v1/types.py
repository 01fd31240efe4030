from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Sail:
    area: int


@dataclass
class Boat:
    name: str
    sail: Sail | None = None
