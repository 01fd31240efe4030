"""The types of reefs."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class ReefStatus:
    corals: int = 0


@dataclass
class Reef:
    metadata: Metadata = field(default_factory=Metadata)
    status: ReefStatus = field(default_factory=ReefStatus)
