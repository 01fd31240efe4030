"""Pairing of strategies that share their objects: what one stores, the other is given as the old object."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from apivet.blackbox.protocol.models import Assignment


def paired(assignments: Iterable[Assignment]) -> list[Assignment]:
    """Each assignment with the one through which the other requests for its objects go: a main strategy with the
    status strategy, any other one with the main strategy. Where there are several, nobody knows which it is."""
    found = list(assignments)
    by_role: dict[tuple[str, str], list[Assignment]] = {}
    for assignment in found:
        by_role.setdefault((assignment.object_type, assignment.role), []).append(assignment)
    return [replace(assignment, partner=_partner(assignment, by_role)) for assignment in found]


def _partner(assignment: Assignment, by_role: dict[tuple[str, str], list[Assignment]]) -> Assignment | None:
    wanted = "status" if assignment.role == "main" else "main"
    others = by_role.get((assignment.object_type, wanted), [])
    return others[0] if len(others) == 1 else None
