"""Types for one platform."""

from dataclasses import dataclass


@dataclass
class Bollard:
    strength: int = 0


@dataclass
class Ladder:
    rungs: int = 0
