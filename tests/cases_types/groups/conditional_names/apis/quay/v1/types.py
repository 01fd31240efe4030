"""Served."""

from dataclasses import dataclass


@dataclass
class Bollard:  # holds: hub-type-missing
    strength: int = 0


@dataclass
class Ladder:  # holds: hub-type-missing
    rungs: int = 0


@dataclass
class Fender:  # holds: hub-type-missing
    width: float = 0


@dataclass
class Rope:  # holds: hub-type-missing
    length: float = 0
