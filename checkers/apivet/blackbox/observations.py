"""What was seen of one rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of one rule about one field: ``verdict`` is as in the contract, ``detail`` what was seen or why
    nothing was, ``case`` the smallest failing case as runnable Python. ``hook`` is what is to blame: a hook, or a
    conversion by its dotted name; ``through`` is what has the finding instead, where it only calls what is to blame."""

    rule: str
    field: str | None
    verdict: str
    detail: str
    hook: str
    case: str
    tried: int
    stored: int
    through: str = ""
