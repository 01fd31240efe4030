"""Observations of one rule."""

from __future__ import annotations

from msgspec import Struct


class CodeLines(Struct, frozen=True):
    """Lines of a source file, by its absolute path; ``is_part`` of what is said of a part of each."""

    path: str
    first: int
    last: int
    is_part: bool = False


class Observation(Struct, frozen=True):
    """The observation of one rule about one field: ``verdict`` is as in the contract, ``detail`` what was seen or why
    nothing was, ``case`` the smallest failing case as runnable Python. ``hook`` is what is to blame: a hook, or a
    conversion by its dotted name; ``through`` is what has the finding instead, where it only calls what is to blame.

    ``tried`` counts what was tried, ``stored`` what of it was stored, ``effective`` what of that could have shown a
    violation. ``flaky`` says how often a violation was seen (``2 of 4``) where that was not always; ``unrun`` are the
    lines of the hook, and of what it calls, that never ran, or not all of which did."""

    rule: str
    field: str | None
    verdict: str
    detail: str
    hook: str
    case: str
    tried: int
    stored: int
    through: str = ""
    effective: int = 0
    flaky: str = ""
    unrun: tuple[CodeLines, ...] = ()
