"""The hub, which carries no tags of its own."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Hull:
    paint: str | None = None


@dataclass
class BoatSpec:
    sail: str | None = None
    oar: str | None = None
    hull: Hull = field(default_factory=Hull)


@dataclass
class Boat:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BoatSpec = field(default_factory=BoatSpec)
