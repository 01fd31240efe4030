"""The same for others."""

from dataclasses import dataclass


@dataclass
class Bollard:  # unproven: hub-type-differs
    strength: float = 0


@dataclass
class Ladder:
    rungs: int = 0
