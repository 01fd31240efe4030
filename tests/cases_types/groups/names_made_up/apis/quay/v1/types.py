"""Served."""

from dataclasses import dataclass


@dataclass
class Bollard:  # unproven: hub-type-missing
    strength: int = 0
