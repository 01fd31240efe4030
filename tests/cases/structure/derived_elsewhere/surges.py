"""A class that derives from a status that other modules declare and use."""

from __future__ import annotations

from dataclasses import dataclass

from stations import Reading


@dataclass
class SurgeStatus(Reading):
    wind: int = 0
