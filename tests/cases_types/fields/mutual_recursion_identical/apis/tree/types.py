from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Branch:  # holds: hub-type-differs
    leaves: list[Leaf]
    twin: Branch | None = None


@dataclass
class Leaf:  # holds: hub-type-differs
    branch: Branch | None
    neighbours: dict[str, Leaf]
