"""The gates of this server."""

from __future__ import annotations

TREADLE = "Treadle"
BOBBIN = "Bobbin"

_on: set[str] = set()


def enabled(gate: str) -> bool:
    return gate in _on
