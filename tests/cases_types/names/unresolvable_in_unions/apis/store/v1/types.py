from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Host:
    address: Address | None
    ports: dict[str, Port] | None = None
    name: str | None = None
