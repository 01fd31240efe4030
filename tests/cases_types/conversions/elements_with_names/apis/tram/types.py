from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Tram:
    notes: dict[str, str] = field(default_factory=dict)
    undo: str = ""  # expect: hub-type-differs[undo]
