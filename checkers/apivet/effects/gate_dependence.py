"""Fields that static code may set because of a feature gate, by their names, so that a hook is only looked at for
these: all that code sets which may ask for a gate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from apivet.effects.pieces import ANY, GivenPiece, LocalPiece, Nest
from apivet.effects.relevance import Relevance, place_of, walked
from apivet.program.syntax import Function


class SetByGates(Struct, frozen=True):
    """The names of the fields that hooks may set, or leave as they are, because of a gate; ``ANY`` stands for all.
    Where a field is set as a whole, what lies in it may be left out of objects of the types that hooks ``made``."""

    names: frozenset[str]
    made: frozenset[str]


def set_by_gates(known: Relevance, hooks: Iterable[Function]) -> SetByGates:
    """The fields that hooks may set, or leave as they are, because of a gate."""
    reached = known.reached(hooks)
    pieces = [(nest, piece) for nest in reached.values() for piece in walked(nest.pieces)]
    if not any(piece.asks or ANY in piece.writes for _, piece in pieces):
        return SetByGates(frozenset(), frozenset())
    given = _GivenPlaces(reached)
    found = (given.fields(nest.function, piece.writes) for nest, piece in pieces)
    made = frozenset(each for _, piece in pieces for each in piece.makes)
    return SetByGates(frozenset().union(*found), made)


class _GivenPlaces:
    """The fields in which lies what functions are given, by whoever calls them."""

    def __init__(self, reached: dict[Function, Nest]) -> None:
        self._given: dict[tuple[Function, str], set[str]] = {}
        #: The same for functions in variables: which of them is called is not told.
        self._handed: set[str] = set()
        pieces = [(nest.function, piece) for nest in reached.values() for piece in walked(nest.pieces)]
        size = -1
        while size != (size := len(self._handed) + sum(map(len, self._given.values()))):
            for caller, piece in pieces:
                self._handed |= self.fields(caller, piece.hands)
                for called in piece.calls:
                    for each in called.function.parameters:
                        places = (called.given or {}).get(each.name, (ANY,))
                        known = self._given.setdefault((called.function, each.name), set())
                        known |= self.fields(caller, places)

    def fields(self, function: Function, written: Iterable[Any]) -> set[str]:
        """The names of the fields that code of a function writes, where it is told by what the function was given."""
        found: set[str] = set()
        for each in written:
            place = place_of(each)
            if isinstance(place, GivenPiece):
                found |= self._given.get((function, place.name), self._handed)
            elif not isinstance(place, LocalPiece):
                found.add(place)
        return found
