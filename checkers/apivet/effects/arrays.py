"""Slices that may lie in one array, in languages where a part of a list is no copy, and a list that grows may be none.

Each lies where it lies, with elements of its own here: what is put into the array by way of one of them makes those of
the others unseen (:meth:`apivet.effects.heap.Heap.spoil`), and who has one may reach what any of them holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from apivet.effects.diagrams import Diagram, Diagrams
from apivet.effects.values import Reference


class Neighbour(Struct, frozen=True):
    """Another slice in the array of one, when it is, and whether it may go on behind that one's end."""

    slice: Reference
    guard: Diagram
    is_longer: bool


class Arrays:
    """Which slices may lie in one array."""

    def __init__(self, diagrams: Diagrams) -> None:
        self._diagrams = diagrams
        self._neighbours: dict[Reference, list[Neighbour]] = {}

    def __bool__(self) -> bool:
        return bool(self._neighbours)

    def join(self, guard: Diagram, short: Reference, long: Reference) -> None:
        """Let two slices lie in one array, of which the one has no element that the other lacks."""
        if short != long:
            self._neighbours.setdefault(short, []).append(Neighbour(long, guard, True))
            self._neighbours.setdefault(long, []).append(Neighbour(short, guard, False))

    def of(self, guard: Diagram, given: Iterable[Reference]) -> dict[Reference, Diagram]:
        """The slices in the arrays of these, and where they are there."""
        return self._reached(guard, given, lambda each: True)

    def behind(self, guard: Diagram, slice_: Reference) -> dict[Reference, Diagram]:
        """The slices that may have elements behind the end of one, and where."""
        parts = self._reached(guard, [slice_], lambda each: not each.is_longer)
        return {each: where for each, where in self.of(guard, [slice_]).items() if each not in parts}

    def _reached(
        self, guard: Diagram, given: Iterable[Reference], follow: Callable[[Neighbour], bool]
    ) -> dict[Reference, Diagram]:
        diagrams, first = self._diagrams, dict.fromkeys(given, guard)
        found, pending = dict(first), list(first)
        while pending:
            number = pending.pop()
            for each in filter(follow, self._neighbours.get(number, ())):
                where, known = diagrams.both(found[number], each.guard), found.get(each.slice, diagrams.false)
                both = diagrams.either(known, where)
                if both is not known:
                    found[each.slice] = both
                    pending.append(each.slice)
        return {each: where for each, where in found.items() if each not in first}
