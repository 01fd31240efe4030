"""The gates of this server."""

from __future__ import annotations

import enum

BURST = "Burst"

DEFAULTS = {"Pressure": True}

_on: set[str] = set()


class Feature(str, enum.Enum):
    SURGE = "Surge"


def enabled(gate: str) -> bool:
    return gate in _on


def allow_ports() -> bool:
    return "Ports" in _on
