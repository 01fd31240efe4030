from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Leaf:
    branch: Branch | None
    neighbours: dict[str, Leaf]


@dataclass
class Branch:
    leaves: list[Leaf]
    twin: Branch | None = None
