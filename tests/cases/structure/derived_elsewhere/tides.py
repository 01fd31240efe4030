"""The types of tides."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class TideStatus:
    height: int = 0


@dataclass
class Tide:
    metadata: Metadata = field(default_factory=Metadata)
    status: TideStatus = field(default_factory=TideStatus)
