from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Part:
    size: int


@dataclass
class Whole:
    parts: list[Part]
    table: dict[str, list[Part]]
    maybe: Part | None
    number: str | int
    self_same: Whole | None = None
